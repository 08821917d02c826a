# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a new terminal and types WORD and Enter whenever it asks for a password or a yes; the terminal's
output goes to standard output.  type_on_terminal.py WORD PROGRAM [ARGUMENT ...]"""
import os
import pty
import sys


def main():
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.argv[2], sys.argv[2:])
    shown = b''
    asked = 0
    while True:
        try:
            some = os.read(terminal, 4096)
        except OSError:  # the last process has closed the other end
            break
        if not some:
            break
        shown += some
        while shown.count(b'password of ') + shown.count(b'[y/N] ') > asked and shown.endswith((b': ', b'[y/N] ')):
            asked += 1
            os.write(terminal, sys.argv[1].encode() + b'\n')
    sys.stdout.buffer.write(shown.replace(b'\r', b''))
    sys.stdout.flush()
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


main()
