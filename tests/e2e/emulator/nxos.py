# SPDX-License-Identifier: Apache-2.0
"""Cisco NX-OS, as far as a push sees it: nested lines that take effect at once, scheduler, checkpoints, running and startup configuration.

Sources: Cisco Nexus 9000 Series NX-OS System Management Configuration Guide, Release 10.5(x), Configuring the Scheduler (job and
schedule modes, one-time schedules, jobs that survive a reload if they are saved) and Configuring Rollback (names are unique, at
most ten, best-effort); ciscoconfparse, tests/test_CiscoConfParse.py, test_nxos_blank_line_02 (the lines of both in a running
configuration); napalm, driver nxos (the JSON of show interface), and ansible cisco.nxos for that of show version. Besides what
device.py knows, the control file takes "down" (ports without link), "drops" and "pauses" ({port: packets}), "no_scheduler" (jobs
are accepted and never run), "clock_off" (show clock is that many seconds slow) and "adds" (a changed MTU also creates a user). What
is scheduled for within two minutes runs fifty times sooner, to keep rehearsals short.
"""
import json
import re
import time

import config_tree
import device
import grammar_nxos
import line_grammar

ONE_VALUE = re.compile(r'(hostname|mtu|description|speed|bandwidth remaining percent|bandwidth percent|priority level|random-detect|'
                       r'set qos-group|set dscp|service-policy type \S+ (?:input|output)|service-policy type network-qos|'
                       r'service-policy input|priority-flow-control mode|priority-flow-control watch-dog-interval|'
                       r'priority-flow-control watch-dog \S+|fec|flowcontrol (?:send|receive)|pause buffer-size|pause pfc-cos|'
                       r'ip load-sharing address|ip address|channel-group|shutdown|switchport|negotiate auto)\b')
KEPT_NEGATIONS = re.compile(r'(shutdown|switchport|negotiate auto)$')
POINTS = re.compile(r'match (dscp|cos) ([\d,]+)$')
MOST_CHECKPOINTS = 10


def key(line):
    plain = line[3:] if line.startswith('no ') else line
    found = ONE_VALUE.match(plain)
    return found.group(0) if found else plain


def initial():
    try:
        with open(device.path('startup-config')) as file:
            tree = config_tree.parse(file.read())
    except OSError:
        tree = config_tree.parse('hostname leaf1\nfeature scheduler\ninterface Ethernet1/1\n  mtu 9216\ninterface Ethernet1/2\n  mtu 9216\n')
    scheduler = {'jobs': {}, 'schedules': {}}
    return {'running': tree, 'scheduler': scheduler, 'startup': copy({'running': tree, 'scheduler': scheduler}), 'checkpoints': {}}


def copy(value):
    return json.loads(json.dumps(value))


def strike(state):
    if device.control().get('no_scheduler'):
        return
    for name in sorted(state['scheduler']['schedules']):
        one = state['scheduler']['schedules'].get(name, {})
        if one.get('done') or 'until' not in one or not device.is_over(one['until']):
            continue
        one['done'] = True
        for line in state['scheduler']['jobs'].get(one.get('job'), []):
            execute(state, line)


def execute(state, line):
    """Runs a command of exec mode. Returns an error message, an empty text on success, or None for any other command."""
    found = re.match(r'checkpoint (\S+)$', line)
    if found and found[1] in state['checkpoints']:
        return 'ERROR: ascii-cfg: Checkpoint name already exists, use a different name or delete the existing one'
    if found:
        if len(state['checkpoints']) >= MOST_CHECKPOINTS:
            state['checkpoints'].pop(next(iter(state['checkpoints'])))
        state['checkpoints'][found[1]] = copy({'running': state['running'], 'scheduler': state['scheduler']})
        return ''
    found = re.match(r'no checkpoint (\S+)$', line)
    if found:
        return '' if state['checkpoints'].pop(found[1], None) else 'ERROR: ascii-cfg: Checkpoint does not exist'
    found = re.match(r'rollback running-config checkpoint (\S+) best-effort$', line)
    if found and found[1] not in state['checkpoints']:
        return 'ERROR: ascii-cfg: Checkpoint does not exist'
    if found:
        wanted = copy(state['checkpoints'][found[1]])
        state['running'] = wanted['running']
        state['scheduler']['jobs'] = wanted['scheduler']['jobs']
        # A schedule that is running continues, and one that has run does not run again.
        state['scheduler']['schedules'] = {name: state['scheduler']['schedules'].get(name, one)
                                           for name, one in wanted['scheduler']['schedules'].items()}
        return ''
    if line in ('copy running-config startup-config', 'copy r s'):
        if device.control().get('full'):
            return 'ERROR: No space left on device'
        state['startup'] = copy({'running': state['running'], 'scheduler': state['scheduler']})
        return ''
    return None


def clock():
    """The time, far ahead if a hurried test has made all timers run out."""
    hurried = 3000 if device.is_over(time.time() + 1e6) else 0
    return time.localtime(time.time() + hurried - device.control().get('clock_off', 0))


def look_at_clock(state):
    """The time, 20 seconds later at each look if no job ever runs, so that waiting for one is short."""
    state['looks'] = state.get('looks', 0) + 1
    ahead = 20 * state['looks'] if device.control().get('no_scheduler') else 0
    return time.localtime(time.mktime(clock()) + ahead)


def scheduler_lines(scheduler, indent=''):
    lines = []
    for name in sorted(scheduler['jobs']):
        lines += [f'scheduler job name {name}', *[f'{indent}{line}' for line in scheduler['jobs'][name]], '', 'end-job', '']
    for name in sorted(scheduler['schedules']):
        one = scheduler['schedules'][name]
        lines += [f'scheduler schedule name {name}']
        lines += [f'{indent}job name {one["job"]}'] if 'job' in one else []
        lines += [f'{indent}time start {one["time"]}'] if 'time' in one else []
        lines.append('')
    return lines


def tree_lines(nodes, depth=0, parent=''):
    lines = []
    for line, children in config_tree.in_order(nodes, parent):
        lines.append('  ' * depth + line)
        lines += tree_lines(children, depth + 1, line)
        if depth == 0 and children:
            lines.append('')
    return lines


def points(line):
    found = POINTS.match(line)
    return (found[1], found[2].split(',')) if found else (None, [])


class Dialect:
    def __init__(self, terminal):
        self.terminal = terminal
        self.config = False
        self.where = []  # the lines of the enclosing blocks
        self.job = None
        self.schedule = None

    def state(self):
        return device.state(initial, strike)

    def hostname(self):
        with self.state() as state:
            names = [node[0] for node in state['running'] if node[0].startswith('hostname ')]
        return names[0].split()[1] if names else 'switch'

    def prompt(self):
        mode = {'interface': '-if', 'policy-map': '-pmap', 'class-map': '-cmap', 'system': '-sys'}.get(
            self.where[0].split()[0], '-x') if self.where else ''
        mode = '-job' if self.job else '-schedule' if self.schedule else mode
        return self.hostname() + (f'(config{mode})' if self.config else '') + '# '

    def say(self, text):
        self.terminal.page(text + '\n')

    def invalid(self):
        self.say("                      ^\n% Invalid command at '^' marker.")

    def do(self, line):
        line = ' '.join(line.split())
        if not line or line.startswith('!'):
            return None
        block = f'job {self.job} ' if self.job else f'schedule {self.schedule} ' if self.schedule else ''
        device.log(block + line)

        def refuse(text):
            return self.say(text) if text else self.invalid()
        return device.around(block + line, lambda: self.run(line), refuse)

    def run(self, line):
        if line in ('end', 'exit', 'quit', 'logout', 'end-job'):
            return self.leave(line)
        if self.job:
            with self.state() as state:
                state['scheduler']['jobs'][self.job].append(line)
            return None
        if line == 'terminal length 0':
            self.terminal.lines_per_page = 0
            return None
        if line in ('terminal dont-ask', 'terminal width 511'):
            return None
        if line.startswith('show '):
            return self.show(line[5:])
        with self.state() as state:
            answer = execute(state, line)
        if answer is not None:
            return self.say(answer) if answer else self.say('Copy complete.') if line.startswith('copy') else None
        if line == 'configure terminal':
            self.config, self.where = True, []
            return self.say('Enter configuration commands, one per line. End with CNTL/Z.')
        return self.configure(line) if self.config else self.invalid()

    def leave(self, line):
        if line == 'end':
            self.config, self.where, self.job, self.schedule = False, [], None, None
        elif self.job or self.schedule:
            self.job = self.schedule = None
        elif self.where:
            self.where.pop()
        elif self.config:
            self.config = False
        else:
            return 'bye'
        return None

    def configure(self, line):
        with self.state() as state:
            answer = self.scheduler(state, line)
            if answer is None:
                answer = self.put(state, line)
        return self.invalid() if answer == '?' else self.say(answer) if answer else None

    def scheduler(self, state, line):
        """Handles the scheduler's lines; returns the same as execute()."""
        scheduler = state['scheduler']
        found = re.match(r'(no )?scheduler (job|schedule) name (\S+)$', line)
        if found and not any(node[0] == 'feature scheduler' for node in state['running']):
            return '?'
        if found:
            self.where, self.job, self.schedule = [], None, None
            kept = scheduler[found[2] + 's']
            if found[1]:
                return '' if kept.pop(found[3], None) is not None else f'ERROR: no such {found[2]}'
            if found[2] == 'job':
                self.job = found[3]
                kept.setdefault(found[3], [])
            else:
                self.schedule = found[3]
                kept.setdefault(found[3], {})
            return ''
        if not self.schedule:
            return None
        one = scheduler['schedules'].setdefault(self.schedule, {})
        found = re.match(r'job name (\S+)$', line)
        if found:
            one['job'] = found[1]
            return ''
        found = re.match(r'time start (\d{4}:\d\d:\d\d:\d\d:\d\d)$', line)
        if not found:
            return '?'
        ahead = time.mktime(time.strptime(found[1], '%Y:%m:%d:%H:%M')) - time.mktime(clock())
        # A busy machine types late, so what was due a moment ago counts as due now.
        if ahead < -30:
            return 'ERROR: The start time is in the past'
        one.pop('done', None)
        one.update(time=found[1], until=time.time() + device.seconds(ahead) * (0.02 if ahead < 120 else 1))
        return ''

    def put(self, state, line):
        no = line.startswith('no ')
        plain = line[3:] if no else line
        found = grammar_nxos.GRAMMAR.find(self.where, line, state['running'])
        if isinstance(found, line_grammar.Refusal):
            return grammar_nxos.says(found, line)
        self.where = self.where[:found.depth]
        nodes = state['running']
        for step in self.where:
            nodes = config_tree.enter(nodes, step)[1]
        if not no and found.row.opens:
            config_tree.enter(nodes, line)
            self.where = self.where + [line]
            return ''
        if plain.startswith('mtu ') and device.control().get('adds'):
            config_tree.put(state['running'], 'username somebody password 5 $5$salt$hash role network-admin', key)
        return self.put_line(nodes, line, plain, no)

    def put_line(self, nodes, line, plain, no):
        kind, wanted = points(plain)
        if kind:
            there = [point for node in nodes if points(node[0])[0] == kind for point in points(node[0])[1]]
            kept = [point for point in there if point not in wanted] if no else there + [one for one in wanted if one not in there]
            nodes[:] = [node for node in nodes if points(node[0])[0] != kind]
            if kept:
                nodes.append([f'match {kind} {",".join(sorted(kept, key=int))}', []])
        elif no and not KEPT_NEGATIONS.match(plain):
            config_tree.remove(nodes, plain, key)
        else:
            config_tree.put(nodes, line, key)
        return ''

    def text(self, command, what):
        head = [f'!Command: show {command}', f'!Time: {time.strftime("%a %b %d %H:%M:%S %Y", clock())}', '']
        return '\n'.join(head + tree_lines(what['running']) + scheduler_lines(what['scheduler'], '  '))

    def show(self, what):
        with self.state() as state:
            now = look_at_clock(state) if what == 'clock' else None
        if what == 'running-config':
            return self.say(self.text(what, state))
        if what == 'startup-config':
            return self.say(self.text(what, state['startup']))
        if what == 'clock':
            return self.say(time.strftime('%H:%M:%S.123 UTC %a %b %d %Y\nTime source is NTP', now))
        if what == 'scheduler config' and any(node[0] == 'feature scheduler' for node in state['running']):
            return self.say('config terminal\n  feature scheduler\n  scheduler logfile size 16\nend\n\n'
                            + '\n'.join(scheduler_lines(state['scheduler'], '    ')))
        if what == 'checkpoint summary':
            return self.say('User Checkpoint Summary\n' + '-' * 80 + '\n' + '\n'.join(
                f'{number}) {name}:\nCreated by admin\nCreated at Tue, 12:00:00 24 Nov 2026\nSize is 5,824 bytes\nDescription: None\n'
                for number, name in enumerate(state['checkpoints'], 1)))
        if what == 'version | json':
            return self.say(json.dumps({'host_name': self.hostname(), 'proc_board_id': device.serial(), 'sys_ver_str': '10.3(4a)'}))
        ports = [node[0].split()[1] for node in state['running'] if node[0].startswith('interface Ethernet')]
        if what == 'interface | json':
            rows = [self.interface(name) for name in sorted(ports, key=config_tree.natural)]
            return self.say(json.dumps({'TABLE_interface': {'ROW_interface': rows if len(rows) != 1 else rows[0]}}))
        if what == 'interface priority-flow-control | json':
            pauses = device.control().get('pauses', {})
            rows = [{'if_name_str': name, 'admin': 'On', 'rx-stats': str(pauses.get(name, 0)), 'tx-stats': '0'} for name in ports]
            return self.say(json.dumps({'TABLE_module': {'ROW_module': {'TABLE_pfc_interface': {
                'ROW_pfc_interface': rows if len(rows) != 1 else rows[0]}}}}))
        return self.invalid()

    @staticmethod
    def interface(name):
        wanted = device.control()
        prefix = 'other_' if wanted.get('other_names') else 'eth_'
        return {'interface': name, 'state': 'down' if name in wanted.get('down', []) else 'up', 'admin_state': 'up',
                'eth_reset_cntr': str(1 + device.flaps()), prefix + 'indiscard': '0',
                prefix + 'outdiscard': str(wanted.get('drops', {}).get(name, 0))}
