# SPDX-License-Identifier: Apache-2.0
"""Shared code of block-structured command lines on Linux: lines that take effect at once, running and startup configuration,
and the same command line run by a Linux program. A dialect says which lines it knows. Besides what device.py knows, the
control file takes "down" (ports without link), "drops" ({port: packets}), "drops_are" (a word after that number, if packets are sent) and "adds" (a changed MTU also creates a user)."""
import json
import os
import random
import re
import subprocess

import config_tree
import device
import line_grammar


def copy(value):
    return json.loads(json.dumps(value))


def text(nodes, depth=0, parent=''):
    lines = []
    for line, children in config_tree.in_order(nodes, parent):
        lines.append(' ' * depth + line)
        lines += text(children, depth + 1, line)
        if depth == 0:
            lines.append('!')
    return lines


def say_ok(name, arguments):
    return 0


class Dialect:
    """runs_shell: a connection's exec command runs in Linux. grammar, says: the lines that it knows, and its words about others; one_value, kept: how a line replaces or negates another."""
    initial_text = ''
    runs_shell = False
    grammar = says = None
    one_value = kept = re.compile('(?!)')
    user = 'username somebody password $6$salt$hash role sysadmin'

    def __init__(self, terminal):
        self.terminal = terminal
        self.config = False
        self.where = []
        self.failed = False

    def initial(self):
        try:
            with open(device.path('startup-config')) as file:
                tree = config_tree.parse(file.read())
        except OSError:
            tree = config_tree.parse(self.initial_text)
        return {'running': tree, 'startup': copy(tree), 'candidate': None}

    def state(self):
        return device.state(self.initial)

    def hostname(self):
        with self.state() as state:
            names = [node[0] for node in state['running'] if node[0].startswith('hostname ')]
        return names[0].split()[1] if names else 'switch'

    def prompt(self):
        return self.hostname() + ('(config-if)' if self.where else '(config)' if self.config else '') + '# '

    def say(self, words):
        self.terminal.page(words + '\n')

    def complain(self, words):
        self.failed = True
        self.say(words)

    def invalid(self):
        self.complain('% Error: Unrecognized command.')

    def do(self, line):
        line = ' '.join(line.split())
        if not line or line.startswith('!'):
            return None
        device.log(line)

        def refuse(words):
            return self.complain(words) if words else self.invalid()
        return device.around(line, lambda: self.run(line), refuse)

    def key(self, line):
        plain = line[3:] if line.startswith('no ') else line
        found = self.one_value.match(plain)
        return found.group(0) if found else plain

    def run(self, line):
        if line in ('end', 'exit', 'quit', 'logout'):
            return self.leave(line)
        if line == 'terminal length 0':
            self.terminal.lines_per_page = 0
            return None
        if line.startswith('show ') and not self.config:
            return self.show(re.sub(r' \| no-more$', '', line[5:]))
        if line == 'configure terminal':
            self.config, self.where = True, []
            return None
        if not self.config:
            return self.execute(line)
        with self.state() as state:
            answer = self.put(self.tree(state), line)
        return self.complain(answer) if answer else None

    def tree(self, state):
        return state['running']

    def execute(self, line):
        return self.invalid()

    def save(self):
        if device.control().get('full'):
            return self.complain('% Error: No space left on device')
        with self.state() as state:
            state['startup'] = copy(state['running'])
        return None

    def leave(self, line):
        if line == 'end':
            self.config, self.where = False, []
        elif self.where:
            self.where.pop()
        elif self.config:
            self.config = False
        else:
            return 'bye'
        return None

    def put(self, root, line):
        no = line.startswith('no ')
        plain = line[3:] if no else line
        found = self.grammar.find(self.where, line, root)
        if isinstance(found, line_grammar.Refusal):
            return self.says(found, line)
        self.where = self.where[:found.depth]
        nodes = root
        for step in self.where:
            nodes = config_tree.enter(nodes, step)[1]
        if not no and found.row.opens:
            config_tree.enter(nodes, line)
            self.where = self.where + [line]
            return ''
        if plain.startswith('mtu ') and device.control().get('adds'):
            config_tree.put(root, self.user, self.key)
        if no and not self.kept.match(plain):
            before = len(nodes)
            config_tree.remove(nodes, plain, self.key)
            return '' if len(nodes) != before else '% Error: No such entry.'
        config_tree.put(nodes, line, self.key)
        return ''

    def ports(self, state, beginning):
        return sorted((node[0].split(' ', 1)[1] for node in state['running'] if node[0].startswith(beginning)), key=config_tree.natural)

    def shown_port(self, name, shown, more=''):
        """A port in the format of `show interface`."""
        wanted = device.control()
        state = 'down' if name in wanted.get('down', []) else 'up'
        drops = str(wanted.get('drops', {}).get(name, 0)) + wanted.get('drops_are', '')
        return (f'{shown} is up, line protocol is {state}\nMTU 9216 bytes, IP MTU 9184 bytes\nInput statistics:\n     7 packets, 700 octets\n'
                f'     0 {more}, 0 discarded\nOutput statistics:\n     9 packets, 900 octets\n     0 {more}, {drops} discarded\n')


class Output:
    """Output to a Linux program."""

    def __init__(self):
        self.lines_per_page = 0
        self.is_terminal = False

    def page(self, words):
        os.write(1, words.encode())


def type_lines(dialect, lines, stops):
    """Runs lines for a program and returns its exit code. `stops`: at the first refused line."""
    for line in lines:
        if dialect.do(line) == 'bye':
            break
        if dialect.failed and stops:
            return 1
    return 0


def session():
    return random.randint(5, 999)


def bash(prompt):
    """A shell on the same terminal."""
    os.makedirs(device.path('tmp'), exist_ok=True)
    subprocess.call(['/bin/bash', '--norc', '--noprofile'], env={**os.environ, 'PS1': prompt, 'TERM': 'dumb', 'TMPDIR': device.path('tmp')})
