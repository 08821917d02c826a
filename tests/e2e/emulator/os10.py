# SPDX-License-Identifier: Apache-2.0
"""Dell OS10, as far as a push sees it: lines that take effect at once or, in a transaction, when it is committed; one candidate for
all sessions, which any other session's change commits; `system bash`, and `clish -B FILE` there, which stops at a refused line.

Sources: Dell SmartFabric OS10 User Guide, Release 10.6.0, CLI Basics and Advanced CLI Tasks; Dell Ansible collection dellemc.os10,
plugins terminal and cliconf. CLI Basics, lock: "the candidate configuration", of all sessions, which `lock` does not take while it holds
uncommitted changes; discard: throws its changes away. Advanced CLI Tasks, Batch Mode: stops at a command that fails. Headers as `show running-configuration` prints them. Besides what blocks.py knows, the control file
takes "no_bash" (`system-cli disable`), "root_bash" (its prompt is that of root), "no_cli" (a program gets no configuration from clish) and
"locked" (another session has typed `lock`, which keeps the lines of all others out; in which words a line is then refused is assumed)."""
import re
import time

import blocks
import device
import grammar_os10


class Dialect(blocks.Dialect):
    initial_text = 'hostname leaf1\ninterface ethernet1/1/1\n mtu 9216\ninterface ethernet1/1/2\n mtu 9216\n'
    grammar = grammar_os10.GRAMMAR
    says = staticmethod(grammar_os10.says)
    one_value = re.compile(r'(hostname|description|mtu|speed|flowcontrol receive|flowcontrol transmit|priority-flow-control mode|pause|pfc-cos|'
                           r'bandwidth percent|service-policy input type \S+|service-policy output type \S+|trust-map dscp|trust-map dot1p|'
                           r'random-detect color \S+|queue-limit|ip address|shutdown|switchport|qos-group \d+ dscp|qos-group \d+ dot1p|'
                           r'queue \d+ qos-group)\b')
    kept = re.compile(r'(shutdown|switchport)$')

    def __init__(self, terminal):
        super().__init__(terminal)
        self.transaction = False

    def tree(self, state):
        if self.transaction:
            if state['candidate'] is None:
                state['candidate'] = blocks.copy(state['running'])
            return state['candidate']
        self.commit(state)
        return state['running']

    @staticmethod
    def commit(state):
        if state['candidate'] is not None:
            state['running'], state['candidate'] = state['candidate'], None

    def run(self, line):
        if line == 'end' and not self.config:
            return self.invalid()
        moves = line in ('end', 'exit', 'quit', 'logout', 'configure terminal') or line.startswith('show ')
        if self.config and not moves and device.control().get('locked'):
            return self.complain('% Error: Configuration is locked by another session.')
        return super().run(line)

    def execute(self, line):
        if line == 'start transaction':
            self.transaction = True
        elif line == 'commit':
            with self.state() as state:
                self.commit(state)
            self.transaction = False
        elif line == 'discard':
            with self.state() as state:
                state['candidate'] = None
        elif line == 'lock':
            with self.state() as state:
                if device.control().get('locked') or state['candidate'] not in (None, state['running']):
                    return self.complain('% Error: The candidate configuration cannot be locked.')
        elif line == 'unlock':
            return None
        elif line in ('copy running-configuration startup-configuration', 'write memory'):
            return self.save()
        elif line == 'system bash' and not device.control().get('no_bash') and self.terminal.is_terminal:
            blocks.bash(f'root@{self.hostname()}:~# ' if device.control().get('root_bash') else f'admin@{self.hostname()}:~$ ')
        elif line.startswith('system '):
            return self.complain('% Error: Command not allowed.')
        else:
            return self.invalid()
        return None

    def show(self, what):
        with self.state() as state:
            pass
        if what in ('running-configuration', 'startup-configuration'):
            lines = blocks.text(state['running' if what.startswith('running') else 'startup'])
            return self.say(f'! Version 10.5.4.3\n! Last configuration change at {time.time_ns()}\n!\n' + '\n'.join(lines))
        if what == 'diff candidate-configuration running-configuration':
            now, then = (blocks.text(state[tree] or []) for tree in ('running', 'candidate'))
            return self.say('\n'.join(line for line in then if line not in now) or '!') if state['candidate'] not in (None, state['running']) else None
        if what == 'system':
            return self.say(f'Node Id              : 1\nMAC                  : {device.mac()}\nNumber of MACs       : 256\nUp Time              : 1 day 00:48:58')
        if what == 'interface':
            return self.say('\n'.join(self.shown_port(name, name.replace('ethernet', 'Ethernet '), 'throttles')
                                      for name in self.ports(state, 'interface ethernet')))
        return self.invalid()


def initial():
    return Dialect(None).initial()


def run(name, arguments):
    """clish -B FILE"""
    output = blocks.Output()
    number = blocks.session()
    output.page(f'New user admin logged in at session {number}\n')
    if arguments[0] != '-B' or device.control().get('no_cli'):
        output.page('% Error: Authorization failed.\n')
        return 1
    with open(arguments[1]) as file:
        status = blocks.type_lines(Dialect(output), file.read().splitlines(), True)
    output.page(f'User admin logged out at session {number}\n')
    return status


say_ok = blocks.say_ok
