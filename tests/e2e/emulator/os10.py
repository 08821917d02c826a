# SPDX-License-Identifier: Apache-2.0
"""Dell OS10, as far as it is read: `show running-configuration` with its header, whose time is never the same, on a terminal with
pages.

Sources: Dell Ansible collection dellemc.os10, plugins terminal and cliconf; headers as `show running-configuration` prints them."""
import time

import config_tree
import eos


class Dialect(eos.Dialect):
    def show(self, what):
        if what != 'running-configuration':
            return super().show(what)
        with self.state() as state:
            lines = config_tree.text(state['running'])
        header = f'! Version 10.5.4.3\n! Last configuration change at {time.time_ns()}\n!\n'
        return self.say(header + '\n'.join(lines))
