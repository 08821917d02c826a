# SPDX-License-Identifier: Apache-2.0
"""The lines of Dell OS10 that an emulated switch takes (line_grammar.py). Guide: Dell SmartFabric OS10 User Guide, Release 10.6.0, by
chapter and command. A class map is created before a policy map refers to it (Quality of service: create class maps, create policy maps,
apply them); that any other reference to what does not exist is refused is assumed: the running configuration prints what is referred to first."""
from line_grammar import Grammar

TABLE = '''
mode config
# Guide, System management: hostname; Users and roles: username; Interfaces: interface ethernet, interface range
hostname / <word>
username <word> <rest>
logging <rest>
ntp <rest>
snmp-server <rest>
interface <ports> -> interface
interface range <ports> -> interface
# Guide, Quality of service: wred, class-map, policy-map
wred <+wred> -> wred
class-map type qos <+qos-class> [(match-any|match-all)] -> class-map
class-map type queuing <+queuing-class> [(match-any|match-all)] -> queue-class
class-map type network-qos <+network-qos-class> [(match-any|match-all)] -> group-class
policy-map [type qos] <+qos-policy> -> qos-policy
policy-map type queuing <+queuing-policy> -> queuing-policy
policy-map type network-qos <+network-qos-policy> -> network-qos-policy
# Guide, Quality of service: trust dot1p-map, trust dscp-map, qos-map traffic-class, system qos
trust dscp-map <+dscp-map> -> dscp-map
trust dot1p-map <+dot1p-map> -> dot1p-map
qos-map traffic-class <+queue-map> -> queue-map
system qos -> system-qos
# Guide, Converged data center services: dcbx enable
dcbx enable

mode wred inherits all
# Guide, Quality of service: random-detect color (thresholds in KB), random-detect ecn, random-detect weight
random-detect color (green|yellow|red) / minimum-threshold <1-12480> maximum-threshold <1-12480> drop-probability <0-100>
random-detect ecn
random-detect weight / <1-15>

mode class-map inherits all
# Guide, Quality of service: match
match [not] (ip dscp|ipv6 dscp|ip-any dscp|dscp|cos|precedence|vlan) <rest>
match (ip|ipv6|mac) access-group <rest>
match qos-group <0-7>

mode queue-class inherits all
# Guide, Quality of service: match queue
match queue <0-7>

mode group-class inherits all
# Guide, Quality of service: match qos-group
match qos-group <0-7,>

mode qos-policy inherits all
# Guide, Quality of service: class
class <=qos-class> -> qos-class

mode qos-class inherits all
# Guide, Quality of service: set qos-group, set dscp, set cos, trust
set qos-group / <0-7>
set dscp / <0-63>
set cos / <0-7>
trust / (dscp|dot1p) [fallback]

mode queuing-policy inherits all
# Guide, Quality of service: class
class <=queuing-class> -> queuing-class

mode queuing-class inherits all
# Guide, Quality of service: bandwidth, priority, random-detect (queue), shape, queue-limit
bandwidth percent / <1-100>
priority
random-detect <=wred>
shape min / (kbps|mbps|pps) <0-400000000> [<0-200000>] max (kbps|mbps|pps) <0-400000000> [<0-200000>]
queue-limit / queue-len <0-28000>
queue-limit / [queue-len <0-28000>] thresh-mode (dynamic <0-10>|static <0-65535>)

mode network-qos-policy inherits all
# Guide, Quality of service: class
class <=network-qos-class> -> network-qos-class

mode network-qos-class inherits all
# Guide, Converged data center services: pause, pfc-cos, queue-limit
pause / [buffer-size <0-7787> [pause-threshold <0-7787> resume-threshold <0-7787>]]
pfc-cos / <0-7,>
queue-limit / thresh-mode (dynamic <0-10>|static <0-65535>)

mode dscp-map inherits all
# Guide, Quality of service: qos-group dscp
qos-group <0-7> dscp <0-63,>

mode dot1p-map inherits all
# Guide, Quality of service: qos-group dot1p
qos-group <0-7> dot1p <0-7,>

mode queue-map inherits all
# Guide, Quality of service: queue qos-group
queue <0-7> qos-group <0-7,> [type (ucast|mcast|both)]

mode system-qos inherits all
# Guide, Quality of service: trust-map, qos-map traffic-class, service-policy; Converged data center services: ets mode on
trust-map dscp / <=dscp-map>
trust-map dot1p / <=dot1p-map>
qos-map traffic-class / <=queue-map>
service-policy input [type qos] / <=qos-policy>
service-policy input type network-qos / <=network-qos-policy>
service-policy output type queuing / <=queuing-policy>
ets mode on

mode interface inherits all
# Guide, Interfaces: description, shutdown, switchport, mtu, speed, fec, ip address, negotiation
description / <rest>
shutdown
switchport
switchport mode / (access|trunk)
switchport access vlan / <1-4093>
switchport trunk allowed vlan / <1-4093,>
mtu / <1280-65535>
speed / (auto|10|100|1000|10000|25000|40000|50000|100000|200000|400000)
fec / (CL74-FC|CL91-RS|CL108-RS|off)
negotiation / (on|off)
ip address / (<prefix>|dhcp) [secondary]
ipv6 address / <prefix6>
channel-group / <1-128> [mode (active|passive|on)]
vlt-port-channel / <1-1024>
# Guide, Converged data center services: flowcontrol, priority-flow-control mode, ets mode on, dcbx version
flowcontrol (receive|transmit) / (on|off)
priority-flow-control mode / (on|off)
ets mode on
lldp (transmit|receive)
dcbx version / (auto|cee|ieee)
# Guide, Quality of service: service-policy, trust-map, qos-map traffic-class
trust-map dscp / <=dscp-map>
trust-map dot1p / <=dot1p-map>
qos-map traffic-class / <=queue-map>
service-policy input [type qos] / <=qos-policy>
service-policy input type network-qos / <=network-qos-policy>
service-policy output type queuing / <=queuing-policy>
'''
PORT = r'(?:ethernet\d+/\d+/\d+(?::\d+)?|port-channel\d+|vlan\d+|loopback\d+|mgmt\d+/\d+/\d+)'
KINDS = ('wred', 'qos-class', 'queuing-class', 'network-qos-class', 'qos-policy', 'queuing-policy', 'network-qos-policy', 'dscp-map',
         'dot1p-map', 'queue-map')
GRAMMAR = Grammar(TABLE, {'ports': rf'{PORT}(?:[-,](?:{PORT}|[\d/:]+))*', 'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+',
                          # At most 32 characters: Guide, Quality of service, class-map, policy-map.
                          **{kind: r'\S{1,32}' for kind in KINDS}}, {'qos-class': 'class-trust|class-default'}, KINDS)


def says(refusal, line):
    """Illegal parameter, Unrecognized command: as sonic-mgmt's spytest expects them of OS10; Incomplete command: Guide, CLI Basics."""
    if refusal.kind == 'incomplete':
        return '% Error: Incomplete command.'
    return '% Error: Unrecognized command.' if refusal.kind == 'word' and refusal.at == 0 else '% Error: Illegal parameter.'
