# SPDX-License-Identifier: Apache-2.0
"""The lines of HPE Aruba AOS-CX that an emulated switch takes (line_grammar.py). An interface takes the commands of the context
around it: the guide's examples go from one interface to the next without `exit`."""
from line_grammar import Grammar

TABLE = '''
mode config
# AOS-CX 10.03 Command-Line Interface Guide: hostname
hostname / <word>
# AOS-CX 10.15 Fundamentals Guide, Interface commands: interface, interface vlan; User accounts; Configuring SNMP
interface <port> -> interface
interface vlan <1-4094> -> interface
interface lag <1-256> [multi-chassis] -> interface
user <word> group <word> password (plaintext|ciphertext) <word>
snmp-server <rest>
ntp <rest>
logging <rest>
ssh server vrf <word>
vlan <0-4094,> -> vlan
# AOS-CX 10.18 Quality of Service Guide (832x, 93xx, 100xx Switch Series), QoS commands
qos trust / (dscp|cos|none [local-priority <0-7> [color (green|yellow|red)]])
qos cos-map <0-7> / local-priority <0-7> [color (green|yellow|red)] [name <word>]
qos dscp-map <0-63,> / local-priority <0-7> [cos <0-7>] [color (green|yellow|red)] [name <word>]
qos egress-rewrite-map local-priority <0-7,> (dscp|cos) / <0-63>
qos pool <1-3> / lossless size (<10-90:2>|factory-default) percent headroom (<0-10240>|factory-default) kbytes [priorities <0-7,>]
qos queue-profile <+queues> -> queues
qos schedule-profile <+schedule> -> schedule
qos threshold-profile <+threshold> -> threshold
apply qos queue-profile <=queues> schedule-profile <=schedule>
apply qos threshold-profile / <=threshold>
lldp dcbx [version (ieee|cee)]
# AOS-CX 10.11 Fundamentals Guide (83xx, 9300, 10000 Switch Series), flow-control watchdog
flow-control watchdog timeout / <10-1500> resume <1-100000>

mode vlan inherits all
# AOS-CX 10.09 Command-Line Interface Guide: vlan
name / <word>

mode interface inherits all
# AOS-CX 10.15 Fundamentals Guide, Interface commands: description, mtu, ip mtu, shutdown, speed, ip address
description / <rest>
shutdown
mtu / <46-9198>
ip mtu / <68-9198>
speed / (auto|1000-full|10g|25g|40g|50g|100g|200g|400g)
ip address / <prefix> [secondary]
ipv6 address / <prefix6>
error-control / (auto|none|rs-fec|base-r-fec)
# AOS-CX 10.01 Command-Line Interface Guide: routing, vrf attach, vlan access, vlan trunk, lag
routing
vrf attach / <word>
vlan access / <1-4094>
vlan trunk (native|allowed) / <rest>
lag / <1-256>
# AOS-CX 10.11 Fundamentals Guide (83xx, 9300, 10000 Switch Series): flow-control
flow-control (rx|rxtx)
flow-control priority / (rx|tx|rxtx) <0-7,> [(rx|tx|rxtx) <0-7,>] [(rx|tx|rxtx) <0-7,>]
flow-control watchdog
flow-control buffer cable-length / (auto|<1-100000>)
flow-control buffer priority <0-7> headroom / <18-10240> kbytes
flow-control buffer priority <0-7> xoff / (dynamic <exponent>|static <36-40000> kbytes)
flow-control buffer priority <0-7> xon / <1-40000> kbytes
# AOS-CX 10.18 Quality of Service Guide (832x, 93xx, 100xx Switch Series), QoS commands
qos trust / (dscp|cos|none [local-priority <0-7> [color (green|yellow|red)]])
qos egress-rewrite (dscp|cos)
qos shape / <1-400000000> [(kbps|percent)]
apply qos schedule-profile / <=schedule>
apply qos threshold-profile / <=threshold>
lldp dcbx [(version (ieee|cee)|disable)]

mode queues inherits all
# AOS-CX 10.18 Quality of Service Guide (832x, 93xx, 100xx Switch Series): qos queue-profile, map queue, name queue
map queue <0-7> / local-priority <0-7,>
name queue <0-7> / <word>

mode schedule inherits all
# AOS-CX 10.18 Quality of Service Guide (832x, 93xx, 100xx Switch Series): dwrr queue, strict queue
dwrr queue <0-7> / weight <1-127> [max-bandwidth <1-400000000> [(kbps|percent)]]
strict queue <0-7> / [max-bandwidth <1-400000000> [(kbps|percent)]]

mode threshold inherits all
# AOS-CX 10.18 Quality of Service Guide (832x, 93xx, 100xx Switch Series): queue action
queue <0-7> action ecn all / (threshold <0-6000> kbytes|min-threshold <0-6000> kbytes max-threshold <0-6000> kbytes)
queue <0-7> action (wred-resp|wred-non-resp) (green|yellow|red) / min-threshold <0-6000> kbytes max-threshold <0-6000> kbytes max-prob <0-100> percent
'''
GRAMMAR = Grammar(TABLE, {
    'port': r'\d+/\d+/\d+(?::\d+)?', 'exponent': r'-[1-7]|[0-3]', 'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+'},
    known={'queues': r'factory-default', 'schedule': r'factory-default|strict'}, checks=('queues', 'schedule', 'threshold'))


def says(refusal, line):
    """ansible, arubanetworks.aoscx, terminal plugin: "Invalid input", "incomplete command"; how a range or a name that is not there is refused
    is assumed."""
    if refusal.kind == 'incomplete':
        return '% Command incomplete.'
    if refusal.kind == 'reference':
        return f'% Profile {refusal.name} does not exist.'
    return f'Invalid input: {line.split()[refusal.at]}'
