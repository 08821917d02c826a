# SPDX-License-Identifier: Apache-2.0
"""Huawei CloudEngine with VRP 8, as far as a push sees it: the two-stage mode, trial runs, current and saved configuration.

Sources: Huawei CloudEngine V300R023C00 Command Reference and Configuration Guide. Selecting a Mode for the Configuration to Take Effect: the
candidate of a session, the marks ~ and * of its prompt, the conflict of two users of whom the first one commits. commit (All views except
the user view): `commit trial SECONDS persist ID` (60 to 65535 s) of a configuration that was modified, its two sentences; a trial run
without an ID ends with its session; `commit persist ID` of any session confirms it. abort trial: its question, its sentence. display
configuration trial status: ACTIVE, INACTIVE, CANCELING, the ID, the seconds. configuration exclusive: others cannot deliver, but save. display
configuration exclusive user: what it shows, and nothing where nobody has locked; before V300 it is display configuration-occupied user.
screen-length temporary: user view. display current-configuration: without what is not committed, in all views. The dialogue of `save`, and
what an uncommitted candidate asks at the end of the view: transcripts of CloudEngine switches in public notes and in netmiko's users.

That another session may commit while a trial run waits is assumed (the manual does not forbid it), and that a second trial run is then
refused with "The system is in trial configuration mode", which a public program reads. Besides what blocks.py knows, the control file takes
"immediate" (the system view has no second stage), "no_persist" (a release that does not know `persist`), "no_trial_id" (the status does not show
the ID), "cancel_seconds" (how long a rollback is CANCELING), "locked" (another session has typed `configuration exclusive`),
"lock_holds_timer" (a timer does not strike until such a lock ends: no text says that it does) and "lock_words" (the command that shows a lock;
"" if there is none)."""
import os
import re
import time

import blocks
import config_tree
import device
import grammar_vrp
import line_grammar


def text(nodes, depth=0):
    lines = []
    for line, children in config_tree.in_order(nodes, ''):
        lines.append(' ' * depth + line)
        lines += text(children, depth + 1)
        if depth == 0:
            lines.append('#')
    return lines


def strike(state):
    pending = state['pending']
    held = device.control().get('locked') and device.control().get('lock_holds_timer')
    gone = pending and not pending['id'] and not os.path.exists(f'/proc/{pending["pid"]}')
    if pending and not held and (gone or device.is_over(pending['until'])):
        if not device.control().get('job_fails'):
            give_back(state)
        state['pending'] = None
    if state['canceling'] and time.time() >= state['canceling']:
        state['running'], state['canceling'], state['pending'] = state['pending']['before'], None, None


def give_back(state):
    state['running'] = state['pending']['before']


class Dialect(blocks.Dialect):
    initial_text = 'sysname leaf1\ninterface 100GE1/0/1\n jumboframe enable 9216\ninterface 100GE1/0/2\n jumboframe enable 9216\n'
    grammar = grammar_vrp.GRAMMAR
    says = staticmethod(grammar_vrp.says)
    one_value = re.compile(r'(sysname|description|mtu|jumboframe enable|speed|fec mode|trust upstream|trust|eth-trunk|port default vlan|port link-type|'
                           r'qos queue \d+ (?:wred|drr weight)|dcb pfc buffer \d+ (?:xoff|hdrm|guaranteed)|dcb pfc enable|dcb ets enable|'
                           r'ip-dscp-inbound \d+|8021p-inbound \d+|ip-dscp-outbound \S+ \S+|ecn|color \S+|dcb pfc deadlock-detect interval|'
                           r'dcb pfc deadlock-(?:detect|recovery) timer|qos buffer headroom-pool size|priority \d+ deadlock-\S+ time|ecmp \S+|'
                           r'dcb pfc deadlock recovery-behavior|portswitch|shutdown)\b')
    kept = re.compile(r'(portswitch)$')
    user = 'local-user somebody password irreversible-cipher $1d$XXXX'

    def __init__(self, terminal):
        super().__init__(terminal)
        if terminal is not None:
            terminal.more = '  ---- More ----'
        self.candidate = self.base = None

    def initial(self):
        try:
            with open(device.path('startup-config')) as file:
                tree = config_tree.parse('\n'.join(line for line in file.read().splitlines() if line.strip() not in ('#', 'return')))
        except OSError:
            tree = config_tree.parse(self.initial_text)
        return {'running': tree, 'startup': blocks.copy(tree), 'pending': None, 'canceling': None}

    def state(self):
        return device.state(self.initial, strike)

    def hostname(self):
        with self.state() as state:
            names = [node[0] for node in state['running'] if node[0].startswith('sysname ')]
        return names[0].split()[1] if names else 'HUAWEI'

    def prompt(self):
        if not self.config:
            return f'<{self.hostname()}>'
        mark = '' if device.control().get('immediate') else '*' if self.candidate is not None else '~'
        view = '-' + self.where[-1].removeprefix('interface ').replace(' ', '-') if self.where else ''
        return f'[{mark}{self.hostname()}{view}]'

    def invalid(self):
        self.complain("      ^\nError: Unrecognized command found at '^' position.")

    def do(self, line):
        line = ' '.join(line.split())
        if not line or line.startswith(('#', '!')):
            return None
        # So that a fault at it does not strike at `display saved-configuration`.
        line = 'save configuration' if line == 'save' else line
        device.log(line)

        def refuse(words):
            return self.complain(words) if words else self.invalid()
        return device.around(line, lambda: self.run(line), refuse)

    def ask(self, question):
        if not self.terminal.is_terminal:
            return 'y'
        self.terminal.write(question)
        return (self.terminal.read_line() or '').strip().lower()[:1]

    def key(self, line):
        plain = line.removeprefix('undo ')
        found = self.one_value.match(plain)
        return found.group(0) if found else plain

    def put(self, root, line):
        """As blocks.Dialect, with `undo`: what is not there is as if it was taken away."""
        no = line.startswith('undo ')
        plain = line.removeprefix('undo ')
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
        elif no and not self.kept.match(plain):
            config_tree.remove(nodes, plain, self.key)
        else:
            config_tree.put(nodes, line, self.key)
        if plain.startswith('jumboframe ') and device.control().get('adds'):
            config_tree.put(root, self.user, self.key)
        return ''

    def run(self, line):
        if line.startswith('display '):
            return self.show(line[8:])
        if line in ('return', 'quit', 'exit', 'logout'):
            return self.leave(line)
        if not self.config:
            return self.user_view(line)
        if line == 'clear configuration candidate':
            self.candidate = self.base = None
            return None
        if line.startswith('commit'):
            return self.commit(line)
        if line.startswith('abort trial'):
            return self.abort(line.split()[2:])
        with self.state() as state:
            tree = blocks.copy(self.candidate if self.candidate is not None else state['running'])
            running = state['running']
        before, where = blocks.copy(tree), self.where
        answer = self.put(tree, line)
        if answer:
            self.where = where
            return self.complain(answer)
        if device.control().get('immediate'):
            with self.state() as state:
                state['running'] = tree
        elif tree != before and not (self.candidate is None and text(tree) == text(running)):
            if self.candidate is None:
                self.base = blocks.copy(running)
            self.candidate = tree
        return None

    def user_view(self, line):
        if re.match(r'screen-length \d+ temporary$', line):
            self.terminal.lines_per_page = int(line.split()[1])
            return self.say('Info: The configuration takes effect on the current user terminal interface only.')
        if line == 'system-view':
            self.config, self.where = True, []
            return self.say('Enter system view, return user view with return command.')
        if line == 'save configuration':
            if self.ask('Warning: The current configuration will be written to the device. Continue? [Y/N]:') != 'y':
                return None
            if device.control().get('full'):
                return self.complain('Error: No space left on device')
            with self.state() as state:
                state['startup'] = blocks.copy(state['running'])
            return self.say('Now saving the current configuration ........\nInfo: Save the configuration successfully.')
        return self.invalid()

    def leave(self, line):
        if not self.config:
            return None if line == 'return' else 'bye'
        if line == 'quit' and self.where:
            self.where = self.where[:-1]
            return None
        if self.candidate is not None:
            answer = self.ask('Warning: Uncommitted configurations found. Are you sure to commit them before exiting? [Y(yes)/N(no)/C(cancel)]:')
            if answer == 'y':
                self.commit('commit')
            elif answer != 'n':
                return None
            self.candidate = self.base = None
        self.config, self.where = False, []
        return None

    def commit(self, line):
        found = re.match(r'commit(?: trial(?: (\d+))?)?(?: persist (\S+))?$', line)
        trial = line.startswith('commit trial')
        if not found or found[2] and device.control().get('no_persist') or trial and not 60 <= int(found[1] or 600) <= 65535:
            return self.invalid()
        if device.control().get('locked'):
            return self.complain('Error: The configuration is locked by another user.')
        with self.state() as state:
            pending = state['pending']
            if not trial and pending and (found[2] == pending['id'] or not pending['id'] and pending['pid'] == os.getpid()) and not state['canceling']:
                state['pending'] = None
                return None
            if found[2] and not trial:
                return self.complain('Error: The persist ID does not exist.')
            if trial and pending:
                return self.complain('Error: The system is in trial configuration mode.')
            if self.candidate is None:
                return None
            if self.base != state['running']:
                return self.complain('Error: The configuration conflicts with that of another user. Use refresh configuration candidate.')
            if trial:
                state['pending'] = {'before': state['running'], 'until': time.time() + device.seconds(int(found[1] or 600)), 'id': found[2] or '', 'pid': os.getpid()}
            state['running'] = self.candidate
        self.candidate = self.base = None
        return self.say('Info: The system enters the trial configuration mode.\nThe system will revert to previous configuration if the trial '
                        f'configuration is not confirmed in {found[1] or 600} seconds.') if trial else None

    def abort(self, words):
        with self.state() as state:
            pending = state['pending']
        wanted = words[1] if words[:1] == ['persist'] and len(words) == 2 else ''
        if not pending or pending['id'] != wanted or not wanted and pending['pid'] != os.getpid():
            return self.complain('Error: No trial configuration is running.')
        if device.control().get('locked'):
            return self.complain('Error: The configuration is locked by another user.')
        if self.ask('Warning: The trial configuration will be rolled back. Continue? [Y/N]:') != 'y':
            return None
        with self.state() as state:
            if not state['pending']:
                return self.complain('Error: No trial configuration is running.')
            pause = device.control().get('cancel_seconds', 0)
            if pause:
                state['canceling'] = time.time() + pause
                return None
            give_back(state)
            state['pending'] = None
        return self.say('Info: The trial configuration rollback succeeded.')

    def show(self, what):
        with self.state() as state:
            pass
        if what in ('current-configuration', 'saved-configuration'):
            tree = state['running' if what.startswith('current') else 'startup']
            verb = 'updated' if what.startswith('current') else 'saved'
            return self.say(f'!Software Version V300R023C00SPC500\n!Last configuration was {verb} at {time.time_ns()}\n#\n' + '\n'.join(text(tree)) + '\nreturn')
        if what == 'configuration candidate' and self.config:
            changed = [node for node in self.candidate or [] if node not in self.base]
            return self.say('\n'.join(text(changed))) if changed else None
        if what == 'configuration trial status':
            pending = state['pending']
            if not pending:
                return self.say('Trial status: INACTIVE \nTrial time left (sec): 0\n')
            status = 'CANCELING' if state['canceling'] else ' ACTIVE'
            mark = f'Persist id: {pending["id"]}\n' if pending['id'] and not device.control().get('no_trial_id') else ''
            return self.say(f'Trial status: {status} \n{mark}Trial time left (sec): {max(0, int(pending["until"] - time.time()))}\n')
        if what == device.control().get('lock_words', 'configuration exclusive user'):
            return self.say('User Index: 34\nUser Session Name: VTY 0\nUser Name: somebody\nIP Address: 192.0.2.9\n'
                            'The time out value of configuration right locked is: 30 second(s)') if device.control().get('locked') else None
        if what == 'device esn':
            return self.say(f' ESN of slot 1: {device.serial()}')
        if what == 'interface':
            return self.say('\n'.join(self.port(name) for name in self.ports(state, 'interface ') if 'GE' in name))
        return self.invalid()

    @staticmethod
    def port(name):
        wanted = device.control()
        state = 'DOWN' if name in wanted.get('down', []) else 'UP'
        drops = wanted.get('drops', {}).get(name, 0)
        return (f'{name} current state : {state} (ifindex: 10)\nLine protocol current state : {state}\nDescription: \n'
                '    Input:\n      Unicast: 7, Multicast: 0\n      Discard: 0, Pause: 0\n'
                f'    Output:\n      Unicast: 9, Multicast: 0\n      Discard: {drops}, Pause: 0\n')


def initial():
    return Dialect(None).initial()
