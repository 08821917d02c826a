# SPDX-License-Identifier: Apache-2.0
"""The report at the end of a run counts every skip, and the tools for Python tests count every check.  run_report_test.py"""
import os
import subprocess
import sys
import tempfile
import unittest

import run_report

HERE = os.path.dirname(os.path.abspath(__file__))

JUNIT = '''<testsuite name="x">
  <testcase name="fast" time="0.5" status="run"/>
  <testcase name="slow" time="20.25" status="run"/>
  <testcase name="vendor" time="0.1" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
</testsuite>'''
SKIPPED = 'vendor\tmodules of Junos\tno modules\nvendor\tmodules of SONiC\tno modules\nfast\tone case\tthis is not root\n'


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def report(self, skipped=SKIPPED, may_skip=None, junit=JUNIT):
        files = [self.write('junit.xml', junit), self.write('skipped', skipped)]
        return run_report.report(*files, *([] if may_skip is None else [self.write('may-skip', may_skip)]))

    def test_the_slowest_test_comes_first(self):
        lines, _ = self.report()
        self.assertEqual(lines[:4], ['The slowest of 3 tests:', '     20.2 s  slow', '      0.5 s  fast', '      0.1 s  vendor'])

    def test_every_skip_is_listed_with_its_reason(self):
        lines, wrong = self.report()
        self.assertEqual(lines[5:], ['Skipped in 2 tests:', '  fast: this is not root (one case)', '  vendor: no modules (2 cases)'])
        self.assertEqual(wrong, [])

    def test_a_skip_that_is_not_on_the_list_is_wrong(self):
        _, wrong = self.report(may_skip='# of CI\nvendor: no modules  # they are not ours\n')
        self.assertEqual(wrong, ['fast: this is not root'])
        _, wrong = self.report(may_skip='vendor: another reason\nfast: this is not root\n')
        self.assertEqual(wrong, ['vendor: no modules'])
        _, wrong = self.report(may_skip='vendor: no modules\nfast: this is not root\n')
        self.assertEqual(wrong, [])

    def test_a_test_that_did_not_run_and_gave_no_reason_is_a_skip_too(self):
        lines, wrong = self.report(skipped='', may_skip='')
        self.assertIn('  vendor: it gave no reason (all of it)', lines)
        self.assertEqual(wrong, ['vendor: it gave no reason'])

    def test_a_run_without_tests_is_wrong(self):
        _, wrong = self.report(skipped='', junit='<testsuite name="x"/>')
        self.assertEqual(wrong, ['no test ran'])

    def run_script(self, text, **environment):
        path = self.write('a_test.py', text)
        run = subprocess.run([sys.executable, os.path.join(HERE, 'python_test.py'), path], capture_output=True, text=True, check=False,
                             env={**os.environ, **environment})
        return run.returncode, run.stdout + run.stderr

    def test_a_script_that_checks_nothing_fails(self):
        code, said = self.run_script('print("all is well")')
        self.assertEqual(code, 1)
        self.assertIn('this test checked nothing', said)
        self.assertEqual(self.run_script('assert True')[0], 0)
        self.assertEqual(self.run_script('assert False')[0], 1)
        self.assertEqual(self.run_script('import sys\nassert True\nsys.exit("wrong")')[0], 1)
        self.assertEqual(self.run_script('import sys\nassert True\nsys.exit(3)')[0], 3)

    def test_checks_in_modules_beside_the_script_count(self):
        self.write('beside.py', 'def check(value):\n    assert value\n')
        self.assertEqual(self.run_script('import beside\nbeside.check(1)')[0], 0)
        self.assertEqual(self.run_script('import beside')[0], 1)

    def test_a_method_that_checks_nothing_fails(self):
        head = 'import unittest\nclass A(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(1, 1)\n'
        self.assertEqual(self.run_script(head + 'unittest.main()')[0], 0)
        code, said = self.run_script(head + '    def test_two(self):\n        pass\nunittest.main()')
        self.assertEqual(code, 1)
        self.assertIn('test_two', said)

    def test_a_skip_is_noted_and_hides_no_failure(self):
        noted = os.path.join(self.folder, 'noted')
        code, said = self.run_script('import skipping\nskipping.skip("no editor")', ROCELINT_SKIPPED=noted, ROCELINT_TEST='editor')
        self.assertEqual(code, 77)
        self.assertIn('skipped: a_test.py: no editor', said)
        with open(noted, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'editor\ta_test.py\tno editor\n')
        code, _ = self.run_script('import skipping\nskipping.note("a part", "no editor")\nassert False', ROCELINT_SKIPPED=noted)
        self.assertEqual(code, 1)


unittest.main()
