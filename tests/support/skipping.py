# SPDX-License-Identifier: Apache-2.0
"""How Python tests report that this machine cannot run them."""
import os
import sys

SKIPPED = 77  # the exit code of a test that was skipped: SKIP_RETURN_CODE in tests/CMakeLists.txt


def note(part, reason):
    """Adds a line to the list of skipped tests at the end of a run; `part` names the skipped part of the test."""
    print(f'skipped: {part}: {reason}')
    path = os.environ.get('ROCELINT_SKIPPED')
    if path:
        with open(path, 'a', encoding='utf-8') as file:
            file.write(f"{os.environ.get('ROCELINT_TEST', '?')}\t{part}\t{reason}\n")


def skip(reason):
    """Ends a script that this machine cannot run."""
    note(os.path.basename(sys.argv[0]), reason)
    sys.exit(SKIPPED)
