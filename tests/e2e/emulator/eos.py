# SPDX-License-Identifier: Apache-2.0
"""Arista EOS, as far as a push sees it: sessions, commit timer, running and startup configuration.

Sources: EOS 4.32 User Manual, "Configuration sessions"; the JSON of `show configuration sessions detail` before and from
4.32 from napalm (driver eos, _get_pending_commits). Besides what device.py knows, the control file takes "down" (ports without
link), "drops" ({port: packets}), "pauses" ({port: frames}), "save_on_commit", "adds" (each session also gets a user),
"job_fails" (a commit timer that runs out undoes nothing) and "locked" (another user has typed `configure lock`, which keeps all
others from configuring; ansible-collections/arista.eos, issue 409, has the command; in which words a line is then refused, and that
the commit timer still rolls back, is assumed). A session is a copy of the running configuration; its commit replaces the running one as a whole.
"""
import difflib
import json
import re
import time

import config_tree
import device
import grammar_eos
import line_grammar

# Lines whose single value comes last: everything before it is the key.
ONE_VALUE = re.compile(r'(hostname|mtu|l2 mtu|speed|description|qos trust|qos cos|qos dscp|bandwidth percent|bandwidth guaranteed|'
                       r'shape rate|priority-flow-control priority \d+|priority-flow-control pause watchdog \S+ \S+|'
                       r'priority-flow-control pause watchdog \S+|random-detect ecn (?:minimum-threshold|delay)|'
                       r'qos map (?:dscp|cos) [\d ,-]+? to \S+|qos map traffic-class [\d ,-]+? to \S+|'
                       r'qos tx-queue \d+|channel-group|switchport mode|error-correction encoding|load-interval)\b')
MOST_SESSIONS = 5  # `service configuration session max pending`


def key(line):
    found = ONE_VALUE.match(line)
    return found.group(0) if found else line


def initial():
    try:
        with open(device.path('startup-config')) as file:
            tree = config_tree.parse(file.read())
    except OSError:
        tree = config_tree.parse('hostname leaf1\ninterface Ethernet1\n   mtu 9214\ninterface Ethernet2\n   mtu 9214\n')
    return {'running': tree, 'startup': tree, 'sessions': {}, 'pending': None, 'completed': []}


def strike(state):
    pending = state['pending']
    if pending and device.is_over(pending['until']):
        if not device.control().get('job_fails'):
            state['running'] = pending['before']
        state['pending'] = None


class Dialect:
    grammar = grammar_eos.GRAMMAR
    says = staticmethod(grammar_eos.says)

    def __init__(self, terminal):
        self.terminal = terminal
        self.enabled = not device.control().get('enable', False)
        self.session = None
        self.config = False
        self.where = []

    def state(self):
        return device.state(initial, strike)

    def hostname(self):
        with self.state() as state:
            names = [node[0] for node in state['running'] if node[0].startswith('hostname ')]
        return names[0].split()[1] if names else 'localhost'

    def prompt(self):
        mode = '(config' if self.config else ''
        if self.config and self.session:
            mode += f'-s-{self.session[:6]}'
        if self.config and self.where:
            words = self.where[-1].split()
            mode += {'interface': f'-if-{words[-1].replace("Ethernet", "Et")}'}.get(words[0], f'-{words[0]}')
        return self.hostname() + (mode + ')' if mode else '') + ('#' if self.enabled else '>')

    def say(self, text):
        self.terminal.page(text + '\n')

    def do(self, line):
        line = ' '.join(line.split())
        if not line or line.startswith('!'):
            return None
        device.log(line)

        def refuse(text):
            self.say(text or '% Invalid input')
        return device.around(line, lambda: self.run(line), refuse)

    def run(self, line):
        if line in ('exit', 'quit', 'logout', 'end'):
            return self.leave(line)
        if re.match(r'terminal length \d+$', line):
            self.terminal.lines_per_page = int(line.split()[-1])
            return self.say('Pagination disabled.') if line.endswith(' 0') else None
        if line.startswith('terminal '):
            return None
        if line == 'enable':
            self.enabled = True
            return None
        if line.startswith('show '):
            return self.show(line[5:])
        if not self.enabled:
            return self.say('% Invalid input (privileged mode required)')
        if (line.startswith('configure') or self.config) and device.control().get('locked'):
            return self.say('% Configuration is locked by another user')
        if line in ('write memory', 'write', 'copy running-config startup-config'):
            if device.control().get('full'):
                return self.say('% Error copying system:/running-config to flash:/startup-config (No space left on device)')
            with self.state() as state:
                state['startup'] = state['running']
            return self.say('Copy completed successfully.')
        found = re.match(r'configure session(?: (\S+))?(?: (commit|abort)(?: timer (\S+))?)?$', line)
        if found:
            return self.configure_session(found[1] or 'sess--1', found[2], found[3])
        if line in ('configure', 'configure terminal'):
            self.config, self.session, self.where = True, None, []
            return None
        if self.config:
            return self.configure(line)
        return self.say('% Invalid input')

    def leave(self, line):
        if self.config and line == 'exit' and self.where:
            self.where.pop()
        elif self.config:
            self.config, self.session, self.where = False, None, []
        elif line != 'end':
            return 'bye'
        return None

    def configure_session(self, name, verb, timer):
        with self.state() as state:
            if verb == 'abort':
                if state['pending'] and state['pending']['session'] == name:
                    state['running'] = state['pending']['before']
                    state['pending'] = None
                state['sessions'].pop(name, None)
                return None
            if verb == 'commit':
                if state['pending'] and state['pending']['session'] == name:
                    if timer:
                        state['pending']['until'] = time.time() + self.timer(timer)
                    else:
                        state['pending'] = None
                        self.saved(state)
                    return None
                if name not in state['sessions']:
                    return self.say(f'% Session {name} does not exist')
                return self.commit(state, name, timer)
            if name in state['completed']:
                return self.say(f'% Session {name} is already completed')
            if name not in state['sessions'] and len(state['sessions']) >= MOST_SESSIONS:
                return self.say('% Maximum number of pending sessions has been reached. Please commit or abort previous sessions before creating a new one.')
            state['sessions'].setdefault(name, state['running'])
        self.config, self.session, self.where = True, name, []
        return None

    @staticmethod
    def timer(text):
        hours, minutes, whole = (int(part) for part in text.split(':'))
        return device.seconds(hours * 3600 + minutes * 60 + whole)

    @staticmethod
    def saved(state):
        if device.control().get('save_on_commit', False):
            state['startup'] = state['running']

    def commit(self, state, name, timer):
        if timer and not re.match(r'\d+:\d+:\d+$', timer):
            return self.say('% Invalid input')
        if timer and state['pending']:
            return self.say('% Another session is pending commit timer')
        if timer:
            state['pending'] = {'session': name, 'before': state['running'], 'until': time.time() + self.timer(timer)}
        state['running'] = state['sessions'].pop(name)
        state['completed'] = [name]
        if not timer:
            self.saved(state)
        self.config, self.session, self.where = False, None, []
        return None

    def configure(self, line):
        name = self.session
        found = re.match(r'commit(?: timer (\S+))?$', line)
        if name and found:
            with self.state() as state:
                return self.commit(state, name, found[1])
        if name and line == 'abort':
            with self.state() as state:
                state['sessions'].pop(name, None)
            self.config, self.session, self.where = False, None, []
            return None
        if name and line == 'rollback clean-config':
            with self.state() as state:
                state['sessions'][name] = []
            return None
        with self.state() as state:
            root = state['sessions'][name] if name else state['running']
            if name and device.control().get('adds'):
                config_tree.put(root, 'username somebody secret sha512 $6$salt$hash', key)
            nodes = root
            negated = re.match(r'(?:no|default) (.+)$', line)
            words = negated[1] if negated else line
            found = self.grammar.find(self.where, line, root)
            if isinstance(found, line_grammar.Refusal):
                return self.say(self.says(found, line))
            self.where = self.where[:found.depth]
            for step in self.where:
                nodes = config_tree.enter(nodes, step)[1]
            if negated:
                self.remove(nodes, words, found.row)
            elif found.row.opens:
                config_tree.enter(nodes, words)
                self.where.append(words)
            else:
                config_tree.put(nodes, words, key)
        return None

    def remove(self, nodes, words, row):
        """A negated line removes what its own row stands for: `no priority-flow-control` leaves the lines of priorities and of the
        watchdog, which AVD (ethernet-interfaces.j2) writes beside it."""
        def goes(line):
            if line == words or key(line) == key(words):
                return True
            other = self.grammar.find(self.where, line) if line.startswith(words + ' ') else None
            return isinstance(other, line_grammar.Found) and other.row.key == row.key
        nodes[:] = [node for node in nodes if not goes(node[0])]

    def header(self, what):
        version = device.control().get('version', '4.32.1F')
        return f'! Command: {what}\n! device: {self.hostname()} (DCS-7060X6-64PE, EOS-{version})\n!\n'

    def show(self, what):
        with self.state() as state:
            pass
        as_json = re.sub(r'\s*\|\s*json$', '', what)
        if what == 'session-config diffs' and self.session:
            before = config_tree.text(state['running'])
            after = config_tree.text(state['sessions'][self.session])
            return self.say('\n'.join(difflib.unified_diff(
                before, after, 'system:/running-config', f'session:/{self.session}-session-config', lineterm='')))
        if what in ('running-config', 'running-config all'):
            return self.say(self.header('show ' + what) + '\n'.join(config_tree.text(state['running'])) + '\nend')
        if what == 'running-config diffs':
            if state['running'] == state['startup']:
                return None
            return self.say('\n'.join(difflib.unified_diff(config_tree.text(state['startup']), config_tree.text(state['running']),
                                                            'startup-config', 'running-config', lineterm='')))
        if as_json == 'interfaces status' and as_json != what:
            return self.say(json.dumps({'interfaceStatuses': {name: {'linkStatus': status} for name, status in self.ports(state)}}))
        if as_json == 'interfaces counters discards' and as_json != what:
            drops = device.control().get('drops', {})
            return self.say(json.dumps({'interfaces': {name: {'inDiscards': drops.get(name, 0), 'outDiscards': 0}
                                                       for name, _ in self.ports(state)}}))
        if as_json == 'priority-flow-control counters' and as_json != what:
            pauses = device.control().get('pauses', {})
            return self.say(json.dumps({'interfaceCounters': {name: {'rxFrames': pauses.get(name, 0), 'txFrames': 0}
                                                              for name, _ in self.ports(state)}}))
        if as_json == 'interfaces' and as_json != what:
            flaps = 3 + device.flaps()
            return self.say(json.dumps({'interfaces': {name: {'interfaceCounters': {'linkStatusChanges': flaps}}
                                                       for name, _ in self.ports(state)}}))
        if what == 'startup-config':
            return self.say(self.header('show startup-config') + '\n'.join(config_tree.text(state['startup'])) + '\nend')
        if what == 'session-config' and self.session:
            return self.say('\n'.join(config_tree.text(state['sessions'][self.session])) + '\nend')
        if as_json.startswith('configuration sessions') and as_json != what:
            return self.say(json.dumps(self.sessions(state), indent=4))
        if as_json == 'version':
            version = device.control().get('version', '4.32.1F')
            if as_json != what:
                return self.say(json.dumps({'modelName': 'DCS-7060X6-64PE', 'version': version, 'serialNumber': device.serial(),
                                            'systemMacAddress': device.mac()}, indent=4))
            return self.say(f'Arista DCS-7060X6-64PE\n\nSoftware image version: {version}')
        return self.say('% Invalid input')

    @staticmethod
    def ports(state):
        down = device.control().get('down', [])
        return [(node[0].split()[1], 'notconnect' if node[0].split()[1] in down else 'connected')
                for node in state['running'] if node[0].startswith('interface Ethernet')]

    @staticmethod
    def sessions(state):
        version = [int(part) for part in re.findall(r'\d+', device.control().get('version', '4.32.1F'))[:2]]
        listed = {name: {'state': 'pending', 'description': '', 'instances': {}} for name in state['sessions']}
        for name in state['completed']:
            listed[name] = {'state': 'completed', 'completedTime': time.time(), 'commitUser': 'admin', 'description': '',
                            'instances': {}}
        result = {'sessions': listed, 'maxSavedSessions': 1, 'maxOpenSessions': MOST_SESSIONS, 'mergeOnCommit': False,
                  'saveToStartupConfigOnCommit': device.control().get('save_on_commit', False)}
        pending = state['pending']
        if pending and version >= [4, 32]:
            listed[pending['session']]['state'] = 'committed'
            result['commitTimerSessionName'] = pending['session']
            result['commitTimerExpireTime'] = pending['until']
        elif pending:
            listed[pending['session']]['state'] = 'pendingCommitTimer'
            listed[pending['session']]['commitBy'] = pending['until']
        return result
