# SPDX-License-Identifier: Apache-2.0
"""NVIDIA Onyx, as far as a push sees it: flat commands that take effect at once, scheduled jobs, running and saved configuration.

Sources: NVIDIA Onyx User Manual v3.10.3004, Scheduled Jobs (job, command, comment; the lines of a job run as in `config` mode);
Juniper Media Flow Manager 2.0.2 Administrator's Guide, page 125, the same scheduler: schedule once, fail-continue, local time,
one job at a time; netmiko, mellanox_mlnxos (paging); ansible mellanox.onyx, tests/unit/modules/fixtures/onyx_interfaces_show.cfg
(the JSON of show interfaces ethernet), and ansible, test/units/modules/network/onyx/fixtures/onyx_facts_show_version.cfg (of show
version). Besides what device.py knows, the control file takes "down" (ports without link), "drops"
({port: packets}), "no_scheduler" (jobs are accepted and never run), "rollback_seconds" (how long a job takes), "clock_off" (show
clock is that many seconds slow), "job_time_off" (show running-config adds that many seconds to the time of a job) and "shown_disabled"
(it shows an enabled job as one that is not). A job that is deleted stops where it is. show jobs: Trellix, Network and Platform CLI, show jobs.
"""
import json
import re
import time

import device
import grammar_onyx
import line_grammar

PORT = r'(?:ethernet|port-channel|mlag-port-channel|vlan|loopback) \S+'
# The key of a line: everything before its value.
KEYS = re.compile(
    r'hostname|roce|dcb priority-flow-control (?:enable|priority \d+)|advanced buffer management|'
    r'traffic pool \S+ (?:type|map switch-priority|memory percent)|pool \S+|'
    rf'interface {PORT} (?:mtu|speed|description|shutdown|switchport|ip address|channel-group|mlag-channel-group|fec-override|'
    r'flowcontrol (?:send|receive)|dcb priority-flow-control mode|pfc-wd|qos trust|qos rewrite (?:dscp|pcp)|'
    r'qos map dscp \d+|qos map pcp \d+ dei \d+|vlan default priority|traffic-class \d+ (?:bind|dcb ets|congestion-control)|'
    r'ingress-buffer \S+ (?:bind|map)|egress-buffer \S+ map|lldp \S+)|'
    rf'interface {PORT}|vlan \d+|ip route \S+ \S+')
# Lines whose negation is a setting of its own.
KEPT_NEGATIONS = re.compile(rf'interface {PORT} (?:switchport|shutdown)$')


def expand(line):
    """One line for each port of a range, as in `show running-config expanded`."""
    found = re.match(r'interface ethernet (\d+/)(\d+)-\d+/(\d+)( .*)?$', line)
    if not found:
        return [line]
    return [f'interface ethernet {found[1]}{port}{found[4] or ""}' for port in range(int(found[2]), int(found[3]) + 1)]


def points(line):
    """Splits a map of several code points into one line each."""
    found = re.match(r'(.* qos map dscp) ([\d ]+) (to switch-priority \d+)$', line)
    return [f'{found[1]} {point} {found[3]}' for point in found[2].split()] if found else [line]


def parse(text):
    lines = []
    header = ''
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith('#') or line == 'exit':
            continue
        for one in expand(line):
            for single in points(one):
                put(lines, single)
    return lines


def negated(line):
    """(the line without its negation, whether it had one)"""
    found = re.match(rf'no (.*)$|(interface {PORT}) no (.*)$', line)
    if not found:
        return line, False
    return found[1] or f'{found[2]} {found[3]}', True


def key(line):
    line = re.sub(r' force$', '', negated(line)[0])
    found = KEYS.match(line)
    return found.group(0) if found else line


def put(lines, line):
    plain, no = negated(line)
    wanted = key(line)
    same = [other for other in lines if key(other) == wanted]
    if no and not KEPT_NEGATIONS.match(wanted):
        lines[:] = [other for other in lines if key(other) != wanted and not key(other).startswith(wanted + ' ')]
    elif same:
        lines[lines.index(same[0])] = line
    else:
        lines.append(line)


def initial():
    try:
        with open(device.path('startup-config')) as file:
            lines = parse(file.read())
    except OSError:
        lines = parse('hostname leaf1\ninterface ethernet 1/1 mtu 9216 force\ninterface ethernet 1/2 mtu 9216 force\n')
    return {'running': lines, 'saved': {'lines': list(lines), 'jobs': {}}, 'jobs': {}}


def strike(state):
    """Begins the jobs that are due; they go on line by line, each as if it was typed."""
    if device.control().get('no_scheduler'):
        return
    for number in sorted(state['jobs'], key=int):
        job = state['jobs'].get(number)
        if not job or not job.get('enabled') or job.get('done') or 'until' not in job or not device.is_over(job['until']):
            continue
        job.update(done=True, begun=time.time(), todo=[job['commands'][sequence] for sequence in sorted(job['commands'], key=int)])
    for number in sorted(state['jobs'], key=int):
        type_on(state, state['jobs'].get(number, {}))


def type_on(state, job):
    """Types the lines of a job that has begun, as far as it has come by now."""
    if 'begun' not in job:
        return
    pause = device.control().get('rollback_seconds', 0) / max(len(job['commands']), 1)
    while job.get('todo') and time.time() >= job['begun'] + pause * (1 + len(job['commands']) - len(job['todo'])):
        if apply(state, job['todo'].pop(0)) and not job.get('fail_continue'):
            job['todo'] = []


def apply(state, line):
    """Applies a line. Returns the device's error message, or an empty text."""
    found = re.match(r'(no )?job (\d+)(?: (.*))?$', line)
    if found:
        return apply_job(state, found[1] is not None, found[2], found[3] or '')
    meant = grammar_onyx.find(line, state['running'])
    if isinstance(meant, line_grammar.Refusal):
        return grammar_onyx.says(meant, line)
    for one in expand(line):
        for single in points(one):
            put(state['running'], single)
    return ''


def apply_job(state, no, number, rest):
    if no and not rest:
        state['jobs'].pop(number, None)
        return ''
    job = state['jobs'].setdefault(number, {'commands': {}})
    if re.match(r'command \d+ ".*"$', rest):
        _, sequence, text = rest.split(' ', 2)
        if '"' in text[1:-1]:
            return '% Invalid command string'
        job['commands'][sequence] = text[1:-1]
    elif rest.startswith('comment '):
        job['comment'] = rest[8:]
    elif rest == 'fail-continue':
        job['fail_continue'] = not no
    elif rest == 'schedule type once':
        job['type'] = 'once'
    elif re.match(r'schedule once time \d\d:\d\d:\d\d date \d{4}/\d\d/\d\d$', rest):
        job['schedule'] = rest
    elif rest == 'enable' and no:
        job['enabled'] = False
    elif rest == 'enable':
        if 'schedule' not in job:
            return '% Job has no schedule'
        words = job['schedule'].split()
        wanted = time.mktime(time.strptime(f'{words[5]} {words[3]}', '%Y/%m/%d %H:%M:%S')) - time.mktime(clock())
        job['enabled'] = True
        # A time in the past never comes; but a busy machine types late, so what was due a moment ago counts as due now.
        if wanted >= -30:
            job['until'] = time.time() + device.seconds(wanted)
    else:
        return f'% Unrecognized command "{rest.split()[0] if rest else "job"}".'
    return ''


def clock():
    return time.localtime(time.time() - device.control().get('clock_off', 0))


def shown_schedule(schedule):
    """The words of a schedule as show running-config prints them."""
    when = time.mktime(time.strptime(schedule, 'schedule once time %H:%M:%S date %Y/%m/%d'))
    return time.strftime('schedule once time %H:%M:%S date %Y/%m/%d', time.localtime(when + device.control().get('job_time_off', 0)))


def job_lines(jobs):
    lines = []
    no = 'no ' if device.control().get('shown_disabled') else ''
    for number in sorted(jobs, key=int):
        job = jobs[number]
        lines += [f'job {number} command {at} "{job["commands"][at]}"' for at in sorted(job['commands'], key=int)]
        lines += [f'job {number} comment {job["comment"]}'] if 'comment' in job else []
        lines += [f'job {number} fail-continue'] if job.get('fail_continue') else []
        lines += [f'job {number} {shown_schedule(job["schedule"])}'] if 'schedule' in job else []
        lines += [f'{no}job {number} enable'] if job.get('enabled') else []
    return lines


def natural(line):
    return [(0, int(part), '') if part.isdigit() else (1, 0, part) for part in re.split(r'(\d+)', line)]


def show_lines(lines):
    out = []
    for line in sorted(lines, key=natural):
        out.append(line if line.startswith('no ') else '   ' + line)
    return out


class Dialect:
    def __init__(self, terminal):
        self.terminal = terminal
        self.level = 0 if device.control().get('enable', False) else 1

    def state(self):
        return device.state(initial, strike)

    def hostname(self):
        with self.state() as state:
            names = [line.split()[1] for line in state['running'] if line.startswith('hostname ')]
        return names[0] if names else 'switch'

    def prompt(self):
        return f'{self.hostname()} [standalone: master] ' + ('> ', '# ', '(config) # ')[self.level]

    def say(self, text):
        self.terminal.page(text + '\n')

    def do(self, line):
        line = ' '.join(line.split())
        if not line or line.startswith('#'):
            return None
        device.log(line)

        def refuse(text):
            self.say(text or '% Unrecognized command')
        return device.around(line, lambda: self.run(line), refuse)

    def run(self, line):
        if line in ('exit', 'logout', 'quit'):
            if self.level < 2:
                return 'bye'
            self.level = 1
            return None
        if line == 'no cli session paging enable':
            self.terminal.lines_per_page = 0
            return None
        if line == 'enable':
            self.level = max(self.level, 1)
            return None
        if line.startswith('show '):
            return self.show(line[5:])
        if line == 'configure terminal' and self.level:
            self.level = 2
            return None
        if self.level < 2:
            return self.say(f'% Unrecognized command "{line.split()[0]}".')
        with self.state() as state:
            if line in ('configuration write', 'write memory') and device.control().get('full'):
                return self.say('% No space left on device')
            if line in ('configuration write', 'write memory'):
                state['saved'] = {'lines': list(state['running']), 'jobs': json.loads(json.dumps(state['jobs']))}
                return None
            answer = apply(state, line)
        return self.say(answer) if answer else None

    def config(self, title, lines, jobs):
        now = time.strftime('%Y/%m/%d %H:%M:%S', clock())
        head = ['##', f'## {title} "initial"', f'## Generated at {now} +0000', f'## Hostname: {self.hostname()}',
                '## Product release: 3.10.4006', '##', '', '##', '## Running-config temporary prefix mode setting', '##',
                'no cli default prefix-modes enable', '', '##', '## Everything', '##']
        return '\n'.join(head + show_lines(lines) + show_lines(job_lines(jobs)))

    def show(self, what):
        with self.state() as state:
            pass
        if what in ('running-config', 'running-config expanded'):
            return self.say(self.config('Running database', state['running'], state['jobs']))
        if what == 'configuration':
            return self.say(self.config('Active saved database', state['saved']['lines'], state['saved']['jobs']))
        if what.startswith('jobs ') and what[5:] in state['jobs']:
            job = state['jobs'][what[5:]]
            status = 'completed' if job.get('done') and not job.get('todo') else 'running' if job.get('done') else 'pending'
            return self.say(f'Job {what[5:]}:\n   Status:              {status}\n   Enabled:             {"yes" if job.get("enabled") else "no"}')
        if what == 'clock':
            return self.say(time.strftime('Time: %H:%M:%S\nDate: %Y/%m/%d\nTime zone: UTC (Etc/UTC)\nUTC offset: same as UTC', clock()))
        if what == 'version | json-print':
            return self.say(json.dumps({'Product name': 'Onyx', 'Product release': '3.10.4100',
                                        'Host ID': device.mac().replace(':', '').upper(),
                                        'System serial num': device.serial()}))
        if what == 'interfaces ethernet | json-print':
            return self.say(json.dumps([self.interface(name) for name in self.ports(state)], indent=4))
        return self.say(f'% Unrecognized command "{what.split()[0]}".')

    @staticmethod
    def ports(state):
        names = {line.split()[2] for line in state['running'] if line.startswith('interface ethernet ')}
        return ['Eth' + name for name in sorted(names, key=natural)]

    @staticmethod
    def interface(name):
        wanted = device.control()
        up = name not in wanted.get('down', [])
        drops = wanted.get('drops', {}).get(name, 0)
        changes = 1 + device.flaps()
        return {'header': name, 'Admin state': 'Enabled', 'Operational state': 'Up' if up else 'Down',
                'Last change in operational status': f'2d and 02:37:45 ago ({changes} oper change{"s" if changes > 1 else ""})',
                'Rx': {'packets': '0', 'discard packets': str(drops)}, 'Tx': {'packets': '0', 'discard packets': '0'}}
