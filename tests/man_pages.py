#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The manual pages say what the help says, and neither mandoc nor groff warns about them.  man_pages.py ROCELINT PAGES"""
import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

import skipping

rocelint, pages = sys.argv[1:]


COMMANDS = ('rules test', 'policy infer', 'topology infer', 'topology import', 'policy show', 'config show', 'baseline create', 'baseline update', 'baseline show',
            'debug tree', 'debug model', 'debug coverage', 'show files', 'show devices',
            'show links', 'show classes')


def read(page):
    with gzip.open(page, 'rt') as file:
        return file.read()


def check_against_help(command, text):
    shown = subprocess.run([rocelint, 'help', *command], stdout=subprocess.PIPE, text=True, check=True).stdout
    plain = text.replace('\\-', '-')
    for option in re.findall(r'--[a-z][a-z0-9-]+', ' '.join(re.findall(r'^  (-.*?)(?: {2,}|$)', shown, re.M))):
        assert f'\\fB{option}\\fR' in plain, (command, option)


def check_examples(command, text):
    """The page of a command has its examples, and they use only options that exist."""
    shown = subprocess.run([rocelint, 'help', *command], stdout=subprocess.PIPE, text=True, check=True).stdout
    examples = re.search(r'^Examples:\n((?:  .*\n)+)', shown, re.M)
    for example in examples.group(1).splitlines() if examples else []:
        assert example.strip().replace('-', '\\-') in text, (command, example)
        words = example[example.index('rocelint'):].split()[1:]
        of = words[:2] if ' '.join(words[:2]) in COMMANDS else words[:1]
        known = subprocess.run([rocelint, 'help', *of], stdout=subprocess.PIPE, text=True, check=True).stdout
        for option in (word for word in words if word.startswith('-') and word != '-' and of != ['man']):
            assert re.search(rf'(?<![\w-]){option}(?![\w-])', known.split('Examples:')[0]), (command, example, option)


def check_groups(folder):
    """The page of a command with subcommands names the pages of those."""
    for name, parts in [('policy', ('infer', 'show')), ('config', ('show',)), ('topology', ('infer',)), ('baseline', ('create', 'update', 'show')),
                        ('debug', ('tree', 'model', 'coverage')), ('rules', ('test',)), ('show', ('files', 'devices', 'links', 'classes'))]:
        text = read(f'{folder}/rocelint-{name}.1.gz')
        printed = subprocess.run([rocelint, 'man', name], stdout=subprocess.PIPE, text=True, check=True).stdout
        assert printed == text, name
        for part in parts:
            assert f'.BR rocelint\\-{name}\\-{part} (1)' in text and f'\\fB{name} {part}\\fR' in text, (name, part)


def main():
    folder = os.path.join(pages, 'man')
    found = sorted(glob.glob(folder + '/*.1.gz'))
    assert f'{folder}/rocelint.1.gz' in found and f'{folder}/rocelint-policy-infer.1.gz' in found, found
    program = read(f'{folder}/rocelint.1.gz').replace('\\-', '-')
    for page in found:
        name = os.path.basename(page)[:-len('.1.gz')]
        text = read(page)
        if name != 'rocelint':
            assert f'.BR {name} (1)' in program, name
            words = name.split('-')[1:]
            check_against_help(words, text)
            check_examples(words, text)
    check_groups(folder)
    if shutil.which('mandoc') is None or shutil.which('man') is None:
        skipping.note('warnings of mandoc and groff', 'mandoc or man is not installed')
        return
    with tempfile.TemporaryDirectory() as plain:
        for page in found:
            path = os.path.join(plain, os.path.basename(page)[:-len('.gz')])
            with open(path, 'w') as file:
                file.write(read(page))
            lint = subprocess.run(['mandoc', '-T', 'lint', '-W', 'warning', path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            assert lint.returncode == 0 and lint.stdout == '', lint.stdout
            man = subprocess.run(['man', '-l', '--warnings', path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env={**os.environ, 'MANWIDTH': '80', 'LC_ALL': 'C.UTF-8', 'MANROFFSEQ': ''})
            assert man.returncode == 0 and man.stderr == '' and 'SYNOPSIS' in man.stdout, (path, man.stderr)


main()
