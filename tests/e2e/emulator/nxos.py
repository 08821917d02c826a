# SPDX-License-Identifier: Apache-2.0
"""Cisco NX-OS, as far as a push sees it: nested lines that take effect at once, scheduler, checkpoints, running and startup configuration.

Sources: Cisco Nexus 9000 Series NX-OS System Management Configuration Guide, Release 10.5(x), Configuring the Scheduler (job and
schedule modes, one-time schedules, jobs that survive a reload if they are saved) and Configuring Rollback (names are unique, at
most ten, best-effort; one user at a time may make a checkpoint, roll back, or save); gve_devnet_nxos_syslog_route_monitor (the text
of show scheduler schedule); a transcript of an N9K 10.2(2) (what a rollback prints); napalm-ansible, issue 168 (what one prints that
fails); ciscoconfparse, tests/test_CiscoConfParse.py, test_nxos_blank_line_02 (the lines of both in a running
configuration); napalm, driver nxos (the JSON of show interface), and ansible cisco.nxos for that of show version; genieparser, nxos show ntp
peer-status (its text). Besides what
device.py knows, the control file takes "down" (ports without link), "drops" and "pauses" ({port: packets}), "no_scheduler" (jobs
are accepted and never run), "clock_off" (show clock is that many seconds slow; if it changes, the clock steps, and a job whose minute
it jumps over never runs), "zone" (of show clock), "time_shown_off" (a schedule is shown that many seconds later), "unsynchronized" (the
clock follows none of the NTP servers), "rollback_seconds" (how long a rollback takes; 0.3 by default), "rollback_stands"
(it goes no further than halfway as long as this is set), "rollback_fails" (it stops halfway), "job_fails" (the same, of a job only) and "adds" (a changed MTU also creates a user). What is scheduled for within two minutes runs fifty times sooner, to keep
rehearsals short. A rollback goes block by block, and stops where it is if its checkpoint or its job is deleted meanwhile.
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
ROLLBACK = re.compile(r'rollback running-config checkpoint (\S+) best-effort$')
BUSY = 'ERROR: ascii-cfg: Another checkpoint, rollback or copy is in progress'
ROLLING = """ADVISORY: Rollback operation started...
Modifying running configuration from another VSH terminal in parallel
is not recommended, as this may lead to Rollback failure.

Collecting Running-Config
Generating Rollback patch for switch profile
Rollback Patch is Empty
Collecting Running-Config
Generating Rollback Patch
Executing Rollback Patch
Generating Running-config for verification
Generating Rollback Patch
"""


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
    """Continues a rollback, and the jobs that are due."""
    advance(state)
    schedules = state['scheduler']['schedules']
    for name in sorted(schedules):
        if is_due(state, schedules.get(name, {})):
            schedules[name].update(done=True, begun=time_of_job(state, schedules[name]), todo=list(state['scheduler']['jobs'].get(schedules[name].get('job'), [])))
        run_job(state, name)


def is_due(state, one):
    if device.control().get('no_scheduler') or one.get('done') or 'until' not in one:
        return False
    stepped = device.control().get('clock_off', 0) - one['clock_off']
    if stepped < 0 and (one['hurried'] or not is_hurried()) and time.time() < one['until'] <= time.time() - device.seconds(stepped):
        one['done'] = True  # the clock jumped over its minute
        return False
    if time.time() < one['not_sooner'] and not is_marked(state, one):
        return False
    until = one['until'] + device.seconds(stepped)
    return time.time() >= until if one['hurried'] else device.is_over(until)


def is_marked(state, one):
    """Whether the checkpoints that a job goes back to are there: one that runs sooner than its minute waits for them."""
    found = [ROLLBACK.match(line) for line in state['scheduler']['jobs'].get(one.get('job'), [])]
    return all(match[1] in state['checkpoints'] for match in found if match)


def run_job(state, name):
    """Runs the lines of a job that has begun, up to one that takes time."""
    one = state['scheduler']['schedules'].get(name, {})
    while one.get('todo') and not state.get('rolling'):
        line = one['todo'].pop(0)
        found = ROLLBACK.match(line)
        if line == 'terminal dont-ask':
            one['quiet'] = True
            continue
        # Without an answer to its question a job ends.
        answer = 'ERROR: no terminal' if found and not one.get('quiet') else begin_rollback(state, found[1], name) if found else execute(state, line)
        if answer:
            one.update(todo=[], status='Failure (1)')
        elif found:
            return
        one = state['scheduler']['schedules'].get(name, {})
    if 'begun' in one and 'completed' not in one and not state.get('rolling'):
        one['completed'] = time_of_job(state, one)
        one.setdefault('status', 'Success (0)')


def time_of_job(state, one):
    """Now, or its minute: rehearsals run sooner."""
    return show_time(max(clock(state), time.strptime(one['time'], '%Y:%m:%d:%H:%M')))


def begin_rollback(state, name, schedule=None):
    """Returns an error message, or an empty text if it has begun."""
    if state.get('rolling'):
        return BUSY
    if name not in state['checkpoints']:
        return 'ERROR: ascii-cfg: Checkpoint does not exist'
    state['rolling'] = {'checkpoint': name, 'schedule': schedule, 'old': copy(state['running']), 'begun': time.time(),
                        'seconds': device.control().get('rollback_seconds', 0.3), 'fails': device.control().get('rollback_fails', False) or schedule is not None and device.control().get('job_fails', False)}
    return ''


def advance(state):
    """Brings the running configuration as far back as a rollback has come by now."""
    rolling = state.get('rolling')
    if not rolling:
        return
    wanted = copy(state['checkpoints'].get(rolling['checkpoint']))
    schedule = state['scheduler']['schedules'].get(rolling['schedule'])
    lost = wanted is None or rolling['schedule'] and (schedule is None or schedule.get('job') not in state['scheduler']['jobs'])
    stands = device.control().get('rollback_stands', False)
    ended = not stands and time.time() >= rolling['begun'] + rolling['seconds']
    if not lost:
        old, new = {node[0]: node for node in rolling['old']}, {node[0]: node for node in wanted['running']}
        changed = [line for line in sorted({**old, **new}) if old.get(line) != new.get(line)]
        share = 1 if ended else (time.time() - rolling['begun']) / rolling['seconds']
        reached = changed[:int(len(changed) * min(share, 0.5 if rolling['fails'] or stands else 1))]
        state['running'] = [node for node in rolling['old'] if node[0] not in reached] + [new[line] for line in reached if line in new]
    if not lost and not ended:
        return
    del state['rolling']
    state['rolled'] = 'failed' if lost or rolling['fails'] else 'completed successfully'
    if lost or rolling['fails']:
        if schedule is not None:
            schedule.update(todo=[], status='Failure (1)')
        return
    state['running'] = wanted['running']
    state['scheduler']['jobs'] = wanted['scheduler']['jobs']
    # A schedule that is running continues, and one that has run does not run again.
    state['scheduler']['schedules'] = {name: state['scheduler']['schedules'].get(name, one)
                                       for name, one in wanted['scheduler']['schedules'].items()}


def execute(state, line):
    """Runs a command of exec mode. Returns an error message, an empty text on success, or None for any other command."""
    if state.get('rolling') and re.match(r'checkpoint |copy ', line):
        return BUSY
    found = re.match(r'checkpoint (\S+)(?: description ([A-Za-z0-9 ]{1,80}))?$', line)
    if found and found[1] in state['checkpoints']:
        return 'ERROR: ascii-cfg: Checkpoint name already exists, use a different name or delete the existing one'
    if found:
        if len(state['checkpoints']) >= MOST_CHECKPOINTS:
            state['checkpoints'].pop(next(iter(state['checkpoints'])))
        state['checkpoints'][found[1]] = copy({'running': state['running'], 'scheduler': state['scheduler'], 'description': found[2]})
        return ''
    found = re.match(r'no checkpoint (\S+)$', line)
    if found:
        return '' if state['checkpoints'].pop(found[1], None) else 'ERROR: ascii-cfg: Checkpoint does not exist'
    if line in ('copy running-config startup-config', 'copy r s'):
        if device.control().get('full'):
            return 'ERROR: No space left on device'
        state['startup'] = copy({'running': state['running'], 'scheduler': state['scheduler']})
        return ''
    return None


def is_hurried():
    return device.is_over(time.time() + 1e6)


def clock(state):
    """The time; behind every schedule if a hurried test has since made all timers run out."""
    now = time.time() - device.control().get('clock_off', 0)
    if is_hurried():
        now = max([now, *(time.mktime(time.strptime(one['time'], '%Y:%m:%d:%H:%M')) + 1
                          for one in state['scheduler']['schedules'].values() if 'time' in one and not one['hurried'])])
    return time.localtime(now)


def look_at_clock(state):
    """The time, 20 seconds later at each look if no job ever runs, so that waiting for one is short."""
    state['looks'] = state.get('looks', 0) + 1
    ahead = 20 * state['looks'] if device.control().get('no_scheduler') else 0
    return time.localtime(time.mktime(clock(state)) + ahead)


def show_time(when):
    return time.strftime('%a %b %e %H:%M:%S %Y', when)


def schedule_text(name, one):
    """One schedule, as show scheduler schedule prints it."""
    lines = [f'Schedule Name       : {name}', '-' * 26, 'User Name           : admin',
             f'Schedule Type       : Run once on {one.get("time", "")}',
             f'Last Execution Time : {one.get("begun", "Yet to be executed")}',
             f'Last Completion Time: {one.get("completed", "Yet to be completed")}',
             f'Execution count     : {int("begun" in one)}', '-' * 47, '     Job Name            Last Execution Status', '-' * 47]
    return '\n'.join(lines + ([f'{one["job"]}{one.get("status", "-NA-"):>30}'] if 'job' in one else []))


def shown_minute(text):
    when = time.mktime(time.strptime(text, '%Y:%m:%d:%H:%M')) + device.control().get('time_shown_off', 0)
    return time.strftime('%Y:%m:%d:%H:%M', time.localtime(when))


def peer_status(state):
    """The answer of show ntp peer-status."""
    servers = [node[0].split()[2] for node in state['running'] if re.match(r'ntp (?:server|peer) ', node[0])]
    mark = '=' if device.control().get('unsynchronized') else '*'
    return '\n'.join([f'Total peers : {len(servers)}', '* - selected for sync, + -  peer mode(active), ', '- - peer mode(passive), = - polled in client mode ',
                      '    remote                                 local                                   st   poll   reach delay   vrf', '-' * 119,
                      *[f'{mark if at == 0 else "="}{server:<40} 0.0.0.0 {2:>35} {64:>4} {377:>7} 0.00134 management' for at, server in enumerate(servers)]])


def scheduler_lines(scheduler, indent=''):
    lines = []
    for name in sorted(scheduler['jobs']):
        lines += [f'scheduler job name {name}', *[f'{indent}{line}' for line in scheduler['jobs'][name]], '', 'end-job', '']
    for name in sorted(scheduler['schedules']):
        one = scheduler['schedules'][name]
        lines += [f'scheduler schedule name {name}']
        lines += [f'{indent}job name {one["job"]}'] if 'job' in one else []
        lines += [f'{indent}time start {shown_minute(one["time"])}'] if 'time' in one else []
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
        if ROLLBACK.match(line):
            return self.roll_back(ROLLBACK.match(line)[1])
        with self.state() as state:
            answer = execute(state, line)
        if answer is not None:
            return self.say(answer) if answer else self.say('Copy complete.') if line.startswith('copy') else None
        if line == 'configure terminal':
            self.config, self.where = True, []
            return self.say('Enter configuration commands, one per line. End with CNTL/Z.')
        return self.configure(line) if self.config else self.invalid()

    def roll_back(self, name):
        with self.state() as state:
            answer = begin_rollback(state, name)
        while not answer:
            with self.state() as state:
                if not state.get('rolling'):
                    result = state['rolled']
                    break
            time.sleep(0.05)
        return self.say(answer or f'{ROLLING}\nRollback {result}.')

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
        ahead = time.mktime(time.strptime(found[1], '%Y:%m:%d:%H:%M')) - time.mktime(clock(state))
        # A busy machine types late, so what was due a moment ago counts as due now.
        if ahead < -30:
            return 'ERROR: The start time is in the past'
        for word in ('done', 'begun', 'completed', 'status', 'todo', 'quiet'):
            one.pop(word, None)
        one.update(time=found[1], clock_off=device.control().get('clock_off', 0), hurried=is_hurried(),
                   not_sooner=time.time() + device.seconds(ahead) if ahead < 120 else 0, until=time.time() + device.seconds(ahead) * (0.02 if ahead < 120 else 1))
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

    def text(self, command, what, state):
        head = [f'!Command: show {command}', f'!Time: {time.strftime("%a %b %d %H:%M:%S %Y", clock(state))}', '']
        return '\n'.join(head + tree_lines(what['running']) + scheduler_lines(what['scheduler'], '  '))

    def show(self, what):
        with self.state() as state:
            now = look_at_clock(state) if what == 'clock' else None
        if what == 'running-config':
            return self.say(self.text(what, state, state))
        if what == 'startup-config':
            return self.say(self.text(what, state['startup'], state))
        if what == 'clock':
            return self.say(time.strftime(f'%H:%M:%S.123 {device.control().get("zone", "UTC")} %a %b %d %Y\nTime source is NTP', now))
        if what == 'scheduler config' and any(node[0] == 'feature scheduler' for node in state['running']):
            return self.say('config terminal\n  feature scheduler\n  scheduler logfile size 16\nend\n\n'
                            + '\n'.join(scheduler_lines(state['scheduler'], '    ')))
        if what == 'scheduler schedule':
            return self.say('\n\n'.join(schedule_text(*one) for one in sorted(state['scheduler']['schedules'].items())) or 'No schedule')
        if what == 'ntp peer-status':
            return self.say(peer_status(state))
        if what == 'checkpoint summary':
            return self.say('User Checkpoint Summary\n' + '-' * 80 + '\n' + '\n'.join(
                f'{number}) {name}:\nCreated by admin\nCreated at Tue, 12:00:00 24 Nov 2026\nSize is 5,824 bytes\nDescription: {one.get("description")}\n'
                for number, (name, one) in enumerate(state['checkpoints'].items(), 1)))
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
