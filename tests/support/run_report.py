#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ends a run of all tests with a report: the slowest tests, and every skipped test with its reason.

run_report.py JUNIT SKIPPED [MAY_SKIP]: JUNIT is the output of `ctest --output-junit`, SKIPPED the file in which tests note skips.
Exits with 1 if a test was skipped that MAY_SKIP does not list. A line of that list is `TEST: REASON`; # begins a comment."""
import collections
import sys
import xml.etree.ElementTree

SLOWEST = 20


def read_skips(path):
    """test -> {reason: [skipped parts of the test]}"""
    skips = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(path, encoding='utf-8') as file:
        for line in file:
            test, part, reason = line.rstrip('\n').split('\t')
            skips[test][reason].append(part)
    return skips


def read_list(path):
    with open(path, encoding='utf-8') as file:
        lines = [line.split('#')[0].strip() for line in file]
    return {tuple(line.split(': ', 1)) for line in lines if line}


def slowest(cases):
    rows = sorted(((float(case.get('time')), case.get('name')) for case in cases), reverse=True)[:SLOWEST]
    return [f'  {seconds:7.1f} s  {name}' for seconds, name in rows]


def report(junit, skipped, may_skip=None):
    """The lines of the report, and the skips that are not on the list."""
    cases = list(xml.etree.ElementTree.parse(junit).getroot().iter('testcase'))
    skips = read_skips(skipped)
    for case in cases:
        if case.get('status') in ('notrun', 'disabled') and case.get('name') not in skips:
            skips[case.get('name')]['it gave no reason'].append('all of it')
    lines = [f'The slowest of {len(cases)} tests:', *slowest(cases), '']
    allowed = read_list(may_skip) if may_skip else None
    wrong = []
    if not skips:
        lines.append('No test was skipped.')
    else:
        lines.append(f'Skipped in {len(skips)} tests:')
    for test, reasons in sorted(skips.items()):
        for reason, parts in sorted(reasons.items()):
            what = parts[0] if len(parts) == 1 else f'{len(parts)} cases'
            lines.append(f'  {test}: {reason} ({what})')
            if allowed is not None and (test, reason) not in allowed:
                wrong.append(f'{test}: {reason}')
    if not cases:
        wrong.append('no test ran')
    return lines, wrong


def main():
    lines, wrong = report(*sys.argv[1:])
    print('\n'.join(lines))
    if wrong:
        print(f'Not on the list of tests that may be skipped, {sys.argv[3:] and sys.argv[3]}:', file=sys.stderr)
        print('\n'.join('  ' + line for line in wrong), file=sys.stderr)
        sys.exit(1)


if __name__ == '__main__':
    main()
