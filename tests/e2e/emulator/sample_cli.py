# SPDX-License-Identifier: Apache-2.0
"""Sample CLI, a fictitious platform, as far as a push sees it: sessions with a commit timer, as in eos.py, but its own lines,
`show sessions` and `show ports`."""
import json
import re

import eos

eos.MODES = re.compile(r'interface\b')
eos.SUBMODES = re.compile(r'(?!)')
eos.KNOWN = re.compile(r'(hostname|class|queue|description|speed|mtu|trust|pfc|watchdog|ecn|ntp|snmp-server|username|logging)\b')
eos.ONE_VALUE = re.compile(r'(hostname|description|speed|mtu|trust|class dscp \d+|queue \d+ share|pfc priority \d+|watchdog|ecn queue \d+)\b')


class Dialect(eos.Dialect):
    def header(self, what):
        return '! sample-cli\n'

    @staticmethod
    def ports(state):
        down = eos.device.control().get('down', [])
        names = [node[0].split()[1] for node in state['running'] if node[0].startswith('interface ')]
        return [(name, 'down' if name in down else 'up') for name in names]

    def show(self, what):
        with self.state() as state:
            pass
        if what == 'sessions | json':
            return self.say(json.dumps({'open': list(state['sessions']), 'pending': (state['pending'] or {}).get('session', ''),
                                        'saves': False}))
        if what == 'ports | json':
            drops = eos.device.control().get('drops', {})
            return self.say(json.dumps({name: {'link': link, 'drops': drops.get(name, 0)} for name, link in self.ports(state)}))
        return super().show(what)
