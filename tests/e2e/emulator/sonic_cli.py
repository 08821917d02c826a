# SPDX-License-Identifier: Apache-2.0
"""Dell Enterprise SONiC, as far as a push sees it: a Linux shell, in it the command line, on a terminal with pages; its lines take effect
at once. `sonic-cli -e -c LINE …` of that shell needs a terminal, and stops at a refused line. Besides what blocks.py knows, the control
file takes "no_cli": a SONiC without the command line, and "no_later_cli": the command line does not answer programs.

Sources: Ansible dellemc.enterprise_sonic, plugins terminal and cliconf: prompts, `sonic-cli`, `terminal length 0`, errors; sonic-buildimage,
docker-sonic-mgmt-framework, sonic-cli (docker exec -it, arguments of clish); sonic-mgmt-framework, config_mgmt.xml (write memory) and
show_interface.j2; klish, clish(1) (-c, -e)."""
import json
import os
import re

import blocks
import device
import grammar_sonic_cli


class Dialect(blocks.Dialect):
    initial_text = 'hostname leaf1\ninterface Eth1/1\n mtu 9216\ninterface Eth1/2\n mtu 9216\n'
    grammar = grammar_sonic_cli.GRAMMAR
    says = staticmethod(grammar_sonic_cli.says)
    one_value = re.compile(r'(hostname|description|mtu|speed|fec|cable-length|green|ecn|type|weight|pir|scheduler-policy|qos-map \S+|'
                           r'queue \d+ wred-policy|priority-flow-control watchdog \S+|ip address|shutdown)\b')
    kept = re.compile(r'shutdown$')
    user = 'username somebody password $6$salt$hash role admin'
    runs_shell = True

    def __init__(self, terminal, inside=False):
        super().__init__(terminal)
        self.inside = inside

    def initial(self):
        state = super().initial()
        write_saved(state['startup'])
        return state

    def prompt(self):
        return super().prompt() if self.inside else f'admin@{self.hostname()}:~$ '

    def invalid(self):
        self.complain('%Error: Invalid input detected at "^" marker.')

    def run(self, line):
        if self.inside:
            if line == 'exit' and not self.config:
                self.inside = False
                return 'bye' if not self.terminal.is_terminal else None
            return super().run(line)
        if line == 'exit':
            return 'bye'
        if line == 'sonic-cli' and not device.control().get('no_cli'):
            self.inside = True
            return None
        return self.say(f'-bash: {line.split()[0]}: command not found')

    def execute(self, line):
        return self.save() if line == 'write memory' else self.invalid()

    def save(self):
        if device.control().get('full'):
            return self.complain('%Error: No space left on device')
        super().save()
        with self.state() as state:
            write_saved(state['startup'])
        return None

    def show(self, what):
        with self.state() as state:
            pass
        if what == 'running-configuration':
            return self.say('!\n' + '\n'.join(blocks.text(state['running'])))
        if what == 'interface':
            return self.say('\n'.join(self.shown_port(name, name, 'error') for name in self.ports(state, 'interface Eth')))
        return self.invalid()


def database(tree):
    """A stand-in for CONFIG_DB: it changes whenever the configuration does."""
    return {'CONFIGURATION': {'lines': '\n'.join(blocks.text(tree))}, 'VERSIONS': {'DATABASE': {'VERSION': 'version_4_0_0'}}}


def write_saved(tree):
    os.makedirs(device.path('etc/sonic'), exist_ok=True)
    device.write_file('etc/sonic/config_db.json', json.dumps(database(tree)))


def initial():
    return Dialect(None).initial()


def restart(keeps):
    """A cold start loads the saved configuration. A warm one keeps the running one and then saves it."""
    with device.state(initial) as state:
        if keeps:
            state['startup'] = blocks.copy(state['running'])
            write_saved(state['startup'])
        else:
            state['running'] = blocks.copy(state['startup'])


def run(name, arguments):
    """sonic-cli -e -c LINE -c LINE …, and sonic-cfggen -d --print-data"""
    output = blocks.Output()
    if name == 'cli-cfggen':
        with device.state(initial) as state:
            output.page(json.dumps({**database(state['running']), 'VERSIONS': {'DATABASE': {'VERSION': 'version_4_0_1'}}}))
        return 0
    if not os.isatty(0):
        output.page('the input device is not a TTY\n')
        return 1
    if device.control().get('no_cli') or device.control().get('no_later_cli') or arguments[:1] != ['-e']:
        output.page('%Error: Authentication not provided.\n')
        return 1
    return blocks.type_lines(Dialect(output, True), [line for line in arguments[1:] if line != '-c'], True)


say_ok = blocks.say_ok
