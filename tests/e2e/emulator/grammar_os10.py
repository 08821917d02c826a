# SPDX-License-Identifier: Apache-2.0
"""The lines of Dell OS10 that an emulated switch takes (line_grammar.py). Guide: Dell SmartFabric OS10 User Guide, Release 10.6.0, by
chapter and command; its chapter on quality of service was not to be had, so that running configurations and older guides stand for it. Azure:
generator of Azure Local switch configurations, templates of Dell OS10 (qos.j2, interface.j2, port_channel.j2). A class map is created before a policy map refers to it (Quality of service: create class maps, create policy maps,
apply them); that any other reference to what does not exist is refused is assumed: the running configuration prints what is referred to first."""
from line_grammar import Grammar

TABLE = '''
mode config
# Guide, CLI Basics; Dell Ansible dellemc.os10, roles os10_system, os10_users, os10_logging, os10_ntp, os10_snmp, os10_interface
hostname / <word>
username <word> <rest>
logging <rest>
ntp <rest>
snmp-server <rest>
interface <ports> -> interface
interface range <ports> -> interface
# Guide, CLI Basics, Command help (class-map, wred); Dell Ansible dellemc.os10, role os10_qos (types); Azure, qos.j2
wred <+wred> -> wred
class-map type qos <+qos-class> [(match-any|match-all)] -> class-map
class-map type queuing <+queuing-class> [(match-any|match-all)] -> queue-class
class-map type network-qos <+network-qos-class> [(match-any|match-all)] -> group-class
policy-map [type qos] <+qos-policy> -> qos-policy
policy-map type queuing <+queuing-policy> -> queuing-policy
policy-map type network-qos <+network-qos-policy> -> network-qos-policy
# Azure, qos.j2: trust maps, qos-map traffic-class, system qos
trust dscp-map <+dscp-map> -> dscp-map
trust dot1p-map <+dot1p-map> -> dot1p-map
qos-map traffic-class <+queue-map> -> queue-map
system qos -> system-qos
# Guide, CLI Basics, Command help: dcbx
dcbx enable

mode wred inherits all
# Dell EMC SmartFabric OS10 User Guide (MX9116n), Quality of service, random-detect color (1 to 12480 KB), random-detect ecn
random-detect color (green|yellow|red) / minimum-threshold <1-12480> maximum-threshold <1-12480> drop-probability <0-100>
random-detect ecn
# assumed: the limits of the weight, of which no text was found
random-detect weight / <1-15>

mode class-map inherits all
# assumed: as the Guide, Quality of service, names them in its list of commands; its pages of `match` were not seen
match [not] (ip dscp|ipv6 dscp|ip-any dscp|dscp|cos|precedence|vlan) <rest>
match (ip|ipv6|mac) access-group <rest>
match qos-group <0-7>

mode queue-class inherits all
# Azure, qos.j2: match queue; eight queues
match queue <0-7>

mode group-class inherits all
# Azure, qos.j2: match qos-group; eight groups
match qos-group <0-7,>

mode qos-policy inherits all
# Dell EMC Networking OS10 User Guide (S3048-ON), Quality of service, Ingress traffic priorities: class
class <=qos-class> -> qos-class

mode qos-class inherits all
# assumed: as Dell EMC Networking OS10 User Guide (S3048-ON), Quality of service, Ingress traffic priorities, uses `set qos-group`; the others were not seen
set qos-group / <0-7>
set dscp / <0-63>
set cos / <0-7>
trust / (dscp|dot1p) [fallback]

mode queuing-policy inherits all
# Azure, qos.j2: class
class <=queuing-class> -> queuing-class

mode queuing-class inherits all
# Azure, qos.j2: bandwidth percent; Guide, Strict priority queuing; (MX9116n), random-detect (queue)
bandwidth percent / <1-100>
priority
random-detect <=wred>
# assumed: the limits and the bursts; third parties quote `shape min kbps N max kbps N`
shape min / (kbps|mbps|pps) <0-400000000> [<0-200000>] max (kbps|mbps|pps) <0-400000000> [<0-200000>]
# Guide, Release 10.5.3, Buffer management: alpha of 0 to 10. assumed: the other limits
queue-limit / queue-len <0-28000>
queue-limit / [queue-len <0-28000>] thresh-mode (dynamic <0-10>|static <0-65535>)

mode network-qos-policy inherits all
# Azure, qos.j2: class
class <=network-qos-class> -> network-qos-class

mode network-qos-class inherits all
# Azure, qos.j2: pause, pfc-cos; eight priorities
pause
pfc-cos / <0-7,>
# assumed: 7787 KB is the limit of Dell Networking OS 9, qos-policy-buffer; OS10 says (S5148F-ON, pause) that it depends on the switch
pause / buffer-size <0-7787> [pause-threshold <0-7787> resume-threshold <0-7787>]
# Guide, Release 10.5.3, Buffer management: alpha of 0 to 10
queue-limit / thresh-mode dynamic <0-10>
# assumed: the limit
queue-limit / thresh-mode static <0-65535>

mode dscp-map inherits all
# Azure, qos.j2: qos-group dscp
qos-group <0-7> dscp <0-63,>

mode dot1p-map inherits all
# Azure, qos.j2: qos-group dot1p
qos-group <0-7> dot1p <0-7,>

mode queue-map inherits all
# Azure, qos.j2: queue qos-group. assumed: the sorts of traffic
queue <0-7> qos-group <0-7,> [type (ucast|mcast|both)]

mode system-qos inherits all
# Azure, qos.j2: trust-map, qos-map traffic-class, service-policy, ets mode on
trust-map dscp / <=dscp-map>
trust-map dot1p / <=dot1p-map>
qos-map traffic-class / <=queue-map>
service-policy input [type qos] / <=qos-policy>
service-policy input type network-qos / <=network-qos-policy>
service-policy output type queuing / <=queuing-policy>
ets mode on

mode interface inherits all
# Dell Ansible dellemc.os10, role os10_interface: desc, admin, portmode, mtu (1280 to 65535), speed, negotiation; Guide, CLI Basics: VLANs 1 to 4093
description / <rest>
shutdown
switchport
switchport mode / (access|trunk)
switchport access vlan / <1-4093>
switchport trunk allowed vlan / <1-4093,>
mtu / <1280-65535>
speed / (auto|10|100|1000|10000|25000|40000|50000|100000|200000|400000)
negotiation / (on|off|auto)
# assumed: the words of `fec`, by clause; role os10_interface switches it on and off alone
fec / (CL74-FC|CL91-RS|CL108-RS|on|off)
# Dell Ansible dellemc.os10, role os10_interface: ip_and_mask, ipv6_and_mask
ip address / (<prefix>|dhcp) [secondary]
ipv6 address / <prefix6>
# Guide, CLI Basics: LAG IDs of 1 to 999 and 1001 to 2000; Dell Ansible dellemc.os10, role os10_lag: modes, vlt_port_channel
channel-group / <1-2000> [mode (active|passive|on)]
# assumed: the limit
vlt-port-channel / <1-1024>
# Dell Ansible dellemc.os10, roles os10_interface (flowcontrol) and os10_lldp; Azure, interface.j2: priority-flow-control mode, ets mode on
flowcontrol (receive|transmit) / (on|off)
priority-flow-control mode / (on|off)
ets mode on
lldp (transmit|receive)
# assumed: the versions are those of the standards
dcbx version / (auto|cee|ieee)
# Azure, qos.j2 and interface.j2: service-policy, trust-map, qos-map traffic-class
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
