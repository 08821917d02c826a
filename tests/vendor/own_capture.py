#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""own_capture.py ROCELINT: the script of `collect --script` runs on this machine, and check reads all that it prints."""
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    rocelint = pathlib.Path(sys.argv[1]).resolve()
    script = subprocess.run([rocelint, 'collect', '--script'], capture_output=True, text=True, check=True).stdout
    shells = [['sh'], ['bash', '--posix']] + ([['busybox', 'sh']] if shutil.which('busybox') else [])
    for shell in shells:
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder) / 'site'
            site.mkdir()
            (pathlib.Path(folder) / 'capture.sh').write_text(script, encoding='utf-8')
            with (site / 'host.txt').open('w', encoding='utf-8') as capture:
                done = subprocess.run([*shell, 'capture.sh'], cwd=folder, stdout=capture, stderr=subprocess.PIPE,
                                      text=True, check=False)
            assert done.returncode == 0 and not done.stderr, f'{shell}: {done.stderr}'
            lines = (site / 'host.txt').read_text(encoding='utf-8', errors='replace').splitlines()
            # A machine without any NIC still has a name and interfaces.
            assert sum(line.startswith('+ ') for line in lines) >= 4, lines
            read = subprocess.run([rocelint, 'check', '--strict-coverage', '--verbose', 'site'], cwd=folder, capture_output=True,
                                  text=True, check=False)
            assert read.returncode == 0 and ' 0 unrecognised' in read.stdout + read.stderr, read.stdout + read.stderr


if __name__ == '__main__':
    main()
