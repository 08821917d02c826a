# SPDX-License-Identifier: Apache-2.0
"""A session of `rocelint lsp` with a copy of a sample fabric: shared by the protocol's tests, which have one file per
part.  PART_test.py ROCELINT SOURCE [TEST...]"""
import os
import shutil
import sys
import tempfile
import unittest

import client as lsp

ROCELINT, SOURCE = sys.argv[1:3]


def errors(diagnostics):
    return [(entry['code'], entry['range']['start']['line']) for entry in diagnostics if entry['severity'] < 4]


class Session(unittest.TestCase):
    fabric = 'clos-mixed'

    def setUp(self):
        top = tempfile.TemporaryDirectory(prefix='rocelint-lsp-')
        self.addCleanup(top.cleanup)
        self.folder = os.path.join(os.path.realpath(top.name), 'fabric')
        shutil.copytree(os.path.join(SOURCE, 'fixtures/fabrics', self.fabric), self.folder)
        self.client = lsp.Client(ROCELINT)
        self.addCleanup(self.kill)

    def kill(self):
        self.client.process.kill()
        self.client.wait()
        self.client.process.stdout.close()

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    def start(self, **options):
        return self.client.start(self.folder, **options)

    def open(self, name, text=None):
        text = self.client.open(self.path(name), text)
        return text, self.client.wait_for(self.path(name), 1)

    def edit(self, name, version, *changes):
        self.client.change(self.path(name), version, *changes)
        return self.client.wait_for(self.path(name), version)

    def lives(self):
        """Checks that the server still answers and ends properly."""
        self.assertEqual(self.client.end(), 0)


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
