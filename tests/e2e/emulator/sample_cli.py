# SPDX-License-Identifier: Apache-2.0
"""Sample CLI, a fictitious platform, as far as a push sees it: sessions with a commit timer, as in eos.py, but its own lines,
`show sessions` and `show ports`."""
import json
import re

import eos
import line_grammar

eos.ONE_VALUE = re.compile(r'(hostname|description|speed|mtu|trust|class dscp \d+|queue \d+ share|pfc priority \d+|watchdog|ecn queue \d+)\b')


GRAMMAR = line_grammar.Grammar('''
mode config
# drivers/sample_cli, base example: the platform exists nowhere else
hostname / <word>
(ntp|snmp-server|username|logging) <rest>
class dscp <0-63> / to <0-7>
queue <0-7> share / (<1-100>|strict)
interface <word> -> interface

mode interface inherits all
# drivers/sample_cli, base example
description / <rest>
speed / <word>
mtu / <68-9216>
trust / (dscp|pcp)
pfc priority <0-7>
watchdog / detection <1-100000> restoration <1-100000>
ecn queue <0-7> / minimum <0-1000000> kbytes maximum <0-1000000> kbytes probability <1-100>
''', {}, negations=('no', 'default'))


class Dialect(eos.Dialect):
    grammar = GRAMMAR

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
