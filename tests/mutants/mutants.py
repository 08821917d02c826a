#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Changes the C++ sources in one small place at a time, and lists the changes that no test notices."""
import argparse
import os
import shlex
import signal
import sys

from choice import DEFAULT_PATHS, choose, files_below, mutants_of
from journal import Journal, report
from programs import programs_for
from trial import Broken, Checkout, Trials

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Configured once; ninja does it again when it has to.
BUILD = ['sh', '-c', '[ -e build/mutants/build.ninja ] || cmake --preset mutants && cmake --build build/mutants --target "$@"', 'build']


def read_arguments(words):
    parser = argparse.ArgumentParser(prog='./dev mutants', description=__doc__)
    parser.add_argument('paths', nargs='*', metavar='PATH', help='files or folders of the sources; otherwise: ' + ', '.join(DEFAULT_PATHS))
    parser.add_argument('--seed', type=int, default=1, metavar='N', help='which sample is tried (1)')
    parser.add_argument('--count', type=int, default=30, metavar='M', help='how many mutants are tried (30)')
    parser.add_argument('--list', action='store_true', help='print the mutants and try none')
    parser.add_argument('--build-command', type=shlex.split, default=BUILD, metavar='COMMAND',
                        help='builds the targets that are its last arguments, in the folder of the checkout')
    return parser.parse_args(words)


def stop(*_):
    raise KeyboardInterrupt


def try_all(chosen, trials, journal):
    for number, mutant in enumerate(chosen, 1):
        entry = journal.verdicts.get(mutant.name)
        if entry is None:
            entry = journal.add(mutant, trials.try_mutant(mutant))
        by = f' by {entry["program"]}' if entry['program'] else ''
        print(f'{number}/{len(chosen)} {entry["outcome"]}{by} ({entry["seconds"]} s): {entry["text"]}', flush=True)


def main(words, root=ROOT):
    arguments = read_arguments(words)
    checkout = Checkout(root)
    os.makedirs(os.path.dirname(checkout.folder), exist_ok=True)
    checkout.prepare()
    try:
        files = files_below(checkout.folder, arguments.paths or DEFAULT_PATHS)
        for file in files:
            programs_for(file)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    chosen = choose([mutant for file in files for mutant in mutants_of(checkout.folder, file)], arguments.seed, arguments.count)
    if arguments.list:
        print('\n'.join(map(str, chosen)))
        return 0
    journal = Journal(os.path.join(os.path.dirname(checkout.folder), f'{checkout.commit[:12]}.jsonl'))
    # As Ctrl-C: the file is restored and the journal keeps what was tried.
    signal.signal(signal.SIGTERM, stop)
    try:
        try_all(chosen, Trials(checkout.folder, arguments.build_command), journal)
    except Broken as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print('ended; the same command continues here', file=sys.stderr)
        return 130
    print('\n'.join(report([journal.verdicts[mutant.name] for mutant in chosen])))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
