# SPDX-License-Identifier: Apache-2.0
"""HPE Aruba AOS-CX, as far as a push sees it: lines that take effect as they are typed, checkpoints, `checkpoint auto`, running and
startup configuration.

Sources: AOS-CX 10.15 Fundamentals Guide, Checkpoints. checkpoint auto: 1 to 60 minutes, its sentence, the reminder two minutes before
the end, what is printed while the switch restores, `checkpoint AUTO<time> created`; both in the Manager context alone. Checkpoint types: 32
of users, which are made "as long as one configuration difference exists since the last checkpoint was created". copy: names of up to 32
letters, digits, _ and -. show checkpoint: its columns; show interface: links, their transitions, drops. write memory: "Success". copy
STORAGE-URL: the startup configuration is loaded at a boot. "-- MORE --": ArubaOS-CX 10.04 Command-Line Interface Guide, page. show system:
Cray-HPE/docs-csm, identify switch models. A second timer is refused with "Checkpoint auto timer is already ON", which the REST interface
says (10.11); that the command line says it too, and the words of other refusals, are assumed. "Cannot execute command. Command not
allowed.": OpenSwitch, ops-cli, command.c, where AOS-CX comes from.

The guide does not say what becomes of the timer when its session ends: some operators confirm on a new session, another one saw the switch
restore at once. Both are played: the second with "session_bound". Besides what blocks.py knows, the control file takes
"rollback_seconds" (how long restoring takes; it goes block by block), "rollback_fails" (it stops after the first block), "no_auto"
(`checkpoint auto` is accepted with other words, and no timer runs) and "locked" (the login has no right to change anything)."""
import os
import re
import time

import blocks
import config_tree
import device
import grammar_aoscx

MOST_OF_USERS = 32
NAME = re.compile(r'[A-Za-z0-9_-]{1,32}$')
POINTS = re.compile(r'(no )?qos dscp-map ([\d,-]+)( .*)?$')


def text(nodes, depth=0):
    lines = []
    for line, children in config_tree.in_order(nodes, ''):
        lines.append('    ' * depth + line)
        lines += text(children, depth + 1)
    return lines


def points(line):
    """A map of several code points is one line each."""
    found = POINTS.match(line)
    if not found or found[2].isdigit():
        return [line]
    numbers = []
    for part in found[2].split(','):
        low, _, high = part.partition('-')
        numbers += range(int(low), int(high or low) + 1)
    return [f'{found[1] or ""}qos dscp-map {number}{found[3] or ""}' for number in numbers]


def stamp(when):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(when))


def strike(state):
    """Restores what was saved for a timer that has run out, block by block."""
    pending = state['pending']
    gone = pending and device.control().get('session_bound') and not os.path.exists(f'/proc/{pending["pid"]}')
    if pending and (gone or device.is_over(pending['until'])):
        state['rolling'] = {'to': pending['before'], 'begun': time.time()}
        state['pending'] = None
    rolling = state['rolling']
    if not rolling:
        return
    blocks_to_do = [node for node in rolling['to'] if node not in state['running']]
    wanted = device.control()
    if wanted.get('rollback_fails'):
        for node in blocks_to_do[:1]:
            put_block(state['running'], node)
        state['rolling'] = None
        return
    if time.time() >= rolling['begun'] + wanted.get('rollback_seconds', 0):
        state['running'], state['rolling'] = rolling['to'], None
    elif time.time() >= rolling['begun'] + wanted.get('rollback_seconds', 0) / 2:
        for node in blocks_to_do[:max(1, len(blocks_to_do) // 2)]:
            put_block(state['running'], node)


def put_block(tree, node):
    tree[:] = [one for one in tree if one[0] != node[0]] + [blocks.copy(node)]


class Dialect(blocks.Dialect):
    initial_text = 'hostname leaf1\ninterface 1/1/1\n    no shutdown\n    mtu 9198\ninterface 1/1/2\n    no shutdown\n    mtu 9198\n'
    grammar = grammar_aoscx.GRAMMAR
    says = staticmethod(grammar_aoscx.says)
    one_value = re.compile(r'(hostname|description|mtu|ip mtu|speed|error-control|vlan access|qos trust|qos shape|flow-control priority|'
                           r'flow-control buffer cable-length|flow-control buffer priority \d+ (?:headroom|xoff|xon)|flow-control watchdog timeout|'
                           r'qos (?:cos|dscp)-map \d+|qos pool \d+|apply qos (?:queue|schedule|threshold)-profile|map queue \d+|name queue \d+|'
                           r'queue \d+ action ecn|queue \d+ action wred-\S+ \S+|lag|shutdown|routing|ip address)\b')
    kept = re.compile(r'(shutdown|routing)$')
    user = 'user somebody group administrators password ciphertext AQBapXXXX'

    def __init__(self, terminal):
        super().__init__(terminal)
        if terminal is not None:
            terminal.more = '-- MORE --, next page: Space, next line: Enter, quit: q'
        self.warned = False
        self.typed = '-'

    def initial(self):
        state = super().initial()
        del state['candidate']
        return {**state, 'checkpoints': {}, 'pending': None, 'rolling': None}

    def state(self):
        return device.state(self.initial, strike)

    def prompt(self):
        return self.hostname() + ('(config-if)' if self.where else '(config)' if self.config else '') + '# '

    def invalid(self):
        self.complain(f'Invalid input: {self.typed.split()[0]}')

    def do(self, line):
        self.typed = line.strip() or '-'
        return super().do(line)

    def key(self, line):
        return re.sub(r'(?:dwrr|strict) (queue \d+).*', r'\1', super().key(line))

    def put(self, root, line):
        answer = ''
        for one in points(line):
            found = super().put(root, one)
            # What is not there is as if it was taken away.
            answer = answer or ('' if found == '% Error: No such entry.' else found)
        return answer

    def run(self, line):
        if line == 'no page':
            self.terminal.lines_per_page = 0
            return None
        self.remind()
        if line == 'end' and not self.config:
            return self.invalid()
        moves = line in ('end', 'exit', 'quit', 'logout', 'configure terminal') or line.startswith('show ')
        if not moves and device.control().get('locked'):
            return self.complain('Cannot execute command. Command not allowed.')
        if line.startswith('show ') and self.config:
            return self.show(line[5:])
        return super().run(line)

    def remind(self):
        with self.state() as state:
            pending = state['pending']
        if pending and pending['pid'] == os.getpid() and not self.warned and time.time() >= pending['until'] - device.seconds(120):
            self.warned = True
            self.terminal.write('WARNING  Please "checkpoint auto confirm" within 2 minutes\n')
        if not pending and self.warned:
            self.warned = False
            self.terminal.write('WARNING: Restoring configuration. Do NOT add any new configuration.\nRestoration successful\n')

    def execute(self, line):
        words = line.split()
        if line == 'checkpoint auto confirm':
            return self.confirm()
        if words[:2] == ['checkpoint', 'auto'] and len(words) == 3:
            return self.auto(words[2])
        if words[:2] == ['checkpoint', 'rename'] and len(words) == 4:
            return self.rename(words[2], words[3])
        if words[:3] == ['copy', 'running-config', 'checkpoint'] and len(words) == 4:
            with self.state() as state:
                return self.complain(answer) if (answer := self.make(state, words[3])) else self.say('Success')
        if words[:2] == ['erase', 'checkpoint'] and len(words) == 3:
            with self.state() as state:
                if state['checkpoints'].pop(words[2], None) is None:
                    return self.complain(f'Checkpoint {words[2]} does not exist')
            return None
        if line in ('write memory', 'copy running-config startup-config'):
            return self.save()
        return self.invalid()

    def save(self):
        if device.control().get('full'):
            return self.complain('% No space left on device')
        with self.state() as state:
            state['startup'] = blocks.copy(state['running'])
        return self.say('Success')

    def auto(self, minutes):
        if not minutes.isdigit() or not 1 <= int(minutes) <= 60:
            return self.complain(f'Invalid input: {minutes}')
        if device.control().get('no_auto'):
            return self.say('Success')
        with self.state() as state:
            if state['pending'] or state['rolling']:
                return self.say('Checkpoint auto timer is already ON')
            state['pending'] = {'before': blocks.copy(state['running']), 'until': time.time() + device.seconds(int(minutes) * 60), 'pid': os.getpid()}
        self.warned = False
        return self.say(f'Auto checkpoint mode expires in {minutes} minute(s)')

    def confirm(self):
        if device.control().get('full'):
            return self.complain('% No space left on device')
        with self.state() as state:
            if not state['pending']:
                return self.complain('% Checkpoint auto timer is not ON')
            name = time.strftime('AUTO%Y%m%d%H%M%S', time.gmtime())
            while name in state['checkpoints']:
                name = f'AUTO{int(name[4:]) + 1}'
            state['checkpoints'][name] = {'tree': blocks.copy(state['running']), 'at': time.time()}
            state['pending'] = None
        self.warned = False
        return self.say(f'checkpoint {name} created')

    @staticmethod
    def make(state, name):
        """Makes a checkpoint, or returns why not."""
        made = state['checkpoints']
        last = max(made.values(), key=lambda one: one['at'])['tree'] if made else state['startup']
        if not NAME.match(name) or name.startswith('CPC') or name in made:
            return f'Invalid input: {name}'
        if len(made) >= MOST_OF_USERS:
            return '% The maximum number of checkpoints has been reached.'
        if last == state['running']:
            return '% The configuration has not changed since the last checkpoint.'
        made[name] = {'tree': blocks.copy(state['running']), 'at': time.time()}
        return ''

    def rename(self, old, new):
        with self.state() as state:
            if old not in state['checkpoints'] or new in state['checkpoints'] or not NAME.match(new):
                return self.complain(f'Invalid input: {old}')
            state['checkpoints'][new] = state['checkpoints'].pop(old)
        return None

    def config_of(self, heading, tree):
        return f'{heading} configuration:\n!\n!Version ArubaOS-CX GL.10.18.0001\n!export-password: default\n' + '\n'.join(text(tree))

    def show(self, what):
        with self.state() as state:
            pass
        if what in ('running-config', 'startup-config'):
            heading, tree = ('Current', 'running') if what.startswith('running') else ('Startup', 'startup')
            return self.say(self.config_of(heading, state[tree]))
        if what == 'checkpoint':
            rows = [f'{"NAME":33}{"TYPE":12}{"WRITER":8}{"DATE(YYYY/MM/DD)":23}IMAGE VERSION']
            rows += [f'{name:33}{"checkpoint":12}{"User":8}{stamp(one["at"]):23}GL.10.18.0001'
                     for name, one in sorted(state['checkpoints'].items(), key=lambda item: item[1]['at'])]
            return self.say('\n'.join(rows))
        if what.startswith('checkpoint ') and what[11:] in state['checkpoints']:
            return self.say(self.config_of('Checkpoint', state['checkpoints'][what[11:]]['tree']))
        if what == 'system':
            mac = device.mac().replace(':', '')
            return self.say(f'Hostname               : {self.hostname()}\nSystem Description     : GL.10.18.0001\n\nVendor                 : Aruba\n'
                            f'Product Name           : JL635A Aruba 8325-48Y8C 48p 25G 8p 100G Swch\nChassis Serial Nbr     : {device.serial()}\n'
                            f'Base MAC Address       : {mac[:6]}-{mac[6:]}\nArubaOS-CX Version     : GL.10.18.0001')
        if what == 'interface':
            return self.say('\n\n'.join(self.port(name) for name in self.ports(state, 'interface ') if '/' in name))
        return self.invalid()

    @staticmethod
    def port(name):
        wanted = device.control()
        state = 'down' if name in wanted.get('down', []) else 'up'
        drops = wanted.get('drops', {}).get(name, 0)
        return (f'Interface {name} is {state}\n Admin state is up\n Link state: {state} for 1 minute (since Mon Jun 10 09:25:27 UTC 2024)\n'
                f' Link transitions: {1 + device.flaps()}\n Description:\n Hardware: Ethernet, MAC Address: 00:fd:45:67:85:91\n MTU 9198\n'
                ' Statistic                       RX                   TX                Total\n'
                ' ---------------- -------------------- -------------------- --------------------\n'
                f' Packets                          15                   15                   30\n Dropped          {drops:20} {0:20} {drops:20}\n'
                f' Pause Frames     {0:20} {0:20} {0:20}')


def initial():
    return Dialect(None).initial()

