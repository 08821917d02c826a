# SPDX-License-Identifier: Apache-2.0
"""A command line on a terminal: banner, prompt, pager; the dialect adds the rest. Run: cli.py eos"""
import importlib
import os
import sys
import time

import device


class Terminal:
    def __init__(self):
        self.is_terminal = os.isatty(0)
        self.lines_per_page = device.control().get('page', 0)
        self.more = ' --More-- '

    def write(self, text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def page(self, text):
        lines = text.splitlines(keepends=True)
        if not self.is_terminal or not self.lines_per_page:
            self.write(text)
            return
        for start in range(0, len(lines), self.lines_per_page):
            self.write(''.join(lines[start:start + self.lines_per_page]))
            if start + self.lines_per_page >= len(lines):
                return
            key = self.key(self.more)
            length = len(self.more)
            self.write('\b' * length + ' ' * length + '\b' * length)
            if key == 'q':
                return

    def key(self, prompt):
        import termios
        import tty
        before = termios.tcgetattr(0)
        # Before the prompt is visible, and without discarding input: the answer may come at once.
        tty.setcbreak(0, termios.TCSANOW)
        try:
            self.write(prompt)
            return os.read(0, 1).decode('latin-1')
        finally:
            termios.tcsetattr(0, termios.TCSANOW, before)

    def read_line(self):
        # Byte by byte, since the pager reads the same input.
        line = b''
        while True:
            byte = os.read(0, 1)
            if not byte:
                return None
            if byte == b'\n':
                return line.decode('utf-8', 'replace').rstrip('\r')
            line += byte


def main():
    dialect = importlib.import_module(sys.argv[1]).Dialect(Terminal())
    terminal = dialect.terminal
    command = os.environ.get('SSH_ORIGINAL_COMMAND')
    if command and getattr(dialect, 'runs_shell', False):
        os.execv('/bin/sh', ['sh', '-c', command])
    command = command or os.environ.get('TYPED_BY_SOMEBODY')
    if command:
        terminal.is_terminal = False
        for line in command.splitlines():
            dialect.do(line)
        return
    wanted = device.control()
    for number in range(wanted.get('banner_lines', 0)):
        terminal.write(f'# {number}: authorised users only, all others go away # >\n')
    if wanted.get('no_prompt'):
        device.hang()
    while True:
        terminal.write(dialect.prompt())
        line = terminal.read_line()
        while line is not None and line == device.control().get('flood'):
            terminal.write('x' * 65536)
        if line is None or dialect.do(line) == 'bye':
            return


if __name__ == '__main__':
    main()
