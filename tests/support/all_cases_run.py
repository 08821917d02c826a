# SPDX-License-Identifier: Apache-2.0
"""Every test case of the test programs is run by some ctest test, whatever filters the tests have.  all_cases_run.py BUILD"""
import collections
import json
import re
import subprocess
import sys

build = sys.argv[1]


def cases(program, *filters):
    """The names of the test cases that match the filters."""
    run = subprocess.run([program, *filters, '--list-test-cases', '--no-version=true', '--no-colors=true'], capture_output=True, text=True, check=True)
    return {line for line in run.stdout.splitlines() if line and not line.startswith(('[doctest]', '====='))}


def commands():
    """program -> the filters of each test that runs it"""
    listed = subprocess.run(['ctest', '--test-dir', build, '--show-only=json-v1'], capture_output=True, text=True, check=True).stdout
    found = collections.defaultdict(list)
    for test in json.loads(listed)['tests']:
        program, *filters = test['command']
        if re.fullmatch(r'.*/bin/\w+_test', program):
            found[program].append(filters)
    return found


programs = commands()
assert len(programs) == 6, sorted(programs)
for program, tests in programs.items():
    whole = cases(program)
    assert whole, program
    # Tests that run whole files are queried together, since each start of a program takes time.
    files = ','.join(filters[0].split('=')[1] for filters in tests if len(filters) == 1 and filters[0].startswith('--source-file='))
    run = cases(program, '--source-file=' + files) if files else set()
    for filters in tests:
        if len(filters) != 1 or not filters[0].startswith('--source-file='):
            run |= cases(program, *filters)
    assert run == whole, (program, 'no test runs', sorted(whole - run))
