# SPDX-License-Identifier: Apache-2.0
"""Dell Enterprise SONiC, as far as it is read: a Linux shell, in it the command line, on a terminal with pages. Besides what device.py
knows, the control file takes "no_cli": a SONiC without the command line.

Sources: Ansible dellemc.enterprise_sonic, plugins terminal and cliconf: prompts, `sonic-cli`, `terminal length 0`, errors."""
import config_tree
import device
import eos


class Dialect(eos.Dialect):
    def __init__(self, terminal):
        super().__init__(terminal)
        self.inside = False

    def prompt(self):
        return f'{self.hostname()}# ' if self.inside else f'admin@{self.hostname()}:~$ '

    def run(self, line):
        if self.inside and line.startswith(('show ', 'terminal ')):
            return super().run(line)
        if self.inside and line == 'exit':
            self.inside = False
            return None
        if self.inside:
            return self.say('%Error: Invalid input detected at "^" marker.')
        if line == 'exit':
            return 'bye'
        if line == 'sonic-cli' and not device.control().get('no_cli'):
            self.inside = True
            return None
        return self.say(f'-bash: {line.split()[0]}: command not found')

    def show(self, what):
        if what != 'running-configuration':
            return self.say('%Error: Invalid input detected at "^" marker.')
        with self.state() as state:
            lines = config_tree.text(state['running'])
        return self.say('!\n' + '\n'.join(lines))
