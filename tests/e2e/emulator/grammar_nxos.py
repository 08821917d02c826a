# SPDX-License-Identifier: Apache-2.0
"""The lines of Cisco NX-OS that an emulated switch takes (line_grammar.py).

Provider: CiscoDevNet terraform-provider-nxos, gen/definitions, by file and class: the limits of the switch's own object model, which
its command line shares. QoS: Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.3(x), by chapter. YANG:
Cisco-NX-OS-device, 9.3(2) (names of at most 40 characters). Interfaces: Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide,
Release 10.3(x)."""
from line_grammar import Grammar

TABLE = '''
mode config
# Running configurations in the tests of batfish, nxos_*, and of Azure Local supportability, Top-Of-Rack-Switch
hostname / <word>
feature <word>
username <word> <rest>
logging <rest>
ntp <rest>
snmp-server <rest>
lldp <rest>
# Interfaces, Configuring Basic Interface Parameters
interface <ports> -> interface
system jumbomtu / <1500-9216>
# assumed: the limits of the numbers, and which of the options follow which; the words are those of Interfaces, Configuring ECMP Load Balancing
ip load-sharing address / source-destination [port source-destination] [universal-id <1-4294967295>] [rotate <0-63>] [gre] [concatenation]
ip load-sharing address / destination port destination
# Interfaces, Configuring Port Channels
port-channel load-balance <rest>
# QoS, Configuring Classification: class-map type qos; Configuring Queuing and Scheduling; Configuring Network QoS
class-map [type qos] [(match-any|match-all)] <+qos-class> -> class-map
class-map type queuing [(match-any|match-all)] <+queuing-class> -> queuing-class-map
class-map type network-qos [(match-any|match-all)] <+network-qos-class> -> queuing-class-map
# QoS, Using Modular QoS CLI, policy-map
policy-map type queuing <+queuing-policy> -> queuing-policy
policy-map type network-qos <+network-qos-policy> -> network-qos-policy
policy-map [type qos] <+qos-policy> -> qos-policy
system qos -> system-qos
# QoS, Release 7.x, Configuring a Priority Flow Control Watchdog Interval; 100 to 1000 ms: CiscoDevNet terraform-provider-ndfc 0.2.0, pfc_watch_int
priority-flow-control watch-dog-interval / (on|off)
priority-flow-control watch-dog interval / <100-1000>
# assumed: the limits; NX-API REST SDK User Guide, Release 9.3(x), Configuring Priority Flow Control, has the words, and 1 for the multiplier
priority-flow-control watch-dog shutdown-multiplier / <1-10>
priority-flow-control (auto-restore|fixed-restore) multiplier / <0-100>

mode interface inherits all
# Provider, physical_interface.yaml (l1PhysIf): descr, adminSt, mode, accessVlan, trunkVlans, mtu, speed, duplex, FECMode
description / <rest>
shutdown
switchport
switchport mode / (access|trunk|dot1q-tunnel|fex-fabric)
switchport access vlan / <1-4094>
switchport trunk (native vlan|allowed vlan) / <rest>
mtu / <576-9216>
speed / (auto|10|100|1000|2500|5000|10000|25000|40000|50000|100000|200000|400000|800000)
duplex / (auto|full|half)
fec / (auto|fc-fec|rs-fec|kp-fec|rs-cons16|rs-ieee|off)
# assumed: that a speed may follow; running configurations in the tests of batfish have `negotiate auto` alone, and with a speed
negotiate auto [<1000-800000>]
# Interfaces, Configuring Port Channels, Configuring Layer 3 Interfaces; running configurations in the tests of batfish, nxos_interface_*
channel-group / <1-4096> [force] [mode (on|active|passive)]
vrf member / <word>
ip address / <prefix> [secondary] [tag <0-4294967295>]
ip (router|ospf|pim) <rest>
ipv6 address / <prefix6>
spanning-tree port type / (edge|network|normal) [trunk]
lldp (transmit|receive)
lldp tlv-set <rest>
# QoS, Configuring Link-level Flow Control
flowcontrol (send|receive) / (on|off)
# NX-API REST SDK User Guide, Release 9.3(x), Configuring Priority Flow Control on an Ethernet Interface: mode, send_tlv; QoS, Release 7.x, watch-dog-interval
priority-flow-control mode / (auto|off|on) [send-tlv]
priority-flow-control watch-dog-interval / (on|off)
# assumed: the limits and the order of the options; QoS, Configuring Priority Flow Control, names both
priority-flow-control watch-dog-interval on [interface-multiplier <1-10>] [disable-action]
# QoS, Using Modular QoS CLI, Attaching and Detaching a QoS Policy Action
service-policy [type qos] input <=qos-policy> [no-stats]
service-policy type queuing (input|output) <=queuing-policy> [no-stats]

mode system-qos inherits all
# QoS, Using Modular QoS CLI, Configuring a Service Policy for the System
service-policy type qos input <=qos-policy>
service-policy type queuing (input|output) <=queuing-policy> [no-stats]
service-policy type network-qos <=network-qos-policy> [no-stats]

mode class-map inherits all
# Running configurations in the tests of batfish, nxos_class_map: dscp, precedence, cos, access-group name, qos-group, protocol
match [not] dscp <points>
match [not] cos <0-7,>
match [not] precedence <0-7,>
match access-group name <word>
match qos-group <0-7>
match protocol <word>

mode queuing-class-map inherits all
# QoS, Configuring Queuing and Scheduling, Configuring Type Queuing Class Maps
match qos-group <0-7>

mode qos-policy inherits all
# QoS, Using Modular QoS CLI, class
class [type qos] <=qos-class> -> qos-class

mode qos-class inherits all
# QoS, Configuring Marking: set dscp, cos, precedence, qos-group
set qos-group / <0-7>
set dscp / <points>
set cos / <0-7>
set precedence / <0-7>

mode queuing-policy inherits all
# QoS, Configuring Queuing and Scheduling, Configuring Type Queuing Policy Maps
class type queuing <=queuing-class> -> queuing-class

mode queuing-class inherits all
# Provider, queuing_qos.yaml: ipqosSetRemBW, 0 to 100 percent, taken for both; ipqosPriority, 1 to 8 (the guides name three levels)
bandwidth percent / <0-100>
bandwidth remaining percent / <0-100>
priority / [level <1-8>]
# assumed: the limits; netascode NX-OS data model, Queuing, has rates in bps, kbps, mbps, gbps, pps and percent
shape / [min <0-800000000> <rate>] [max <0-800000000> <rate>]
shape percent / <1-100>
# assumed: the limits; QoS, Configuring Queuing and Scheduling, and netascode NX-OS data model, Queuing, have the words
random-detect / [minimum-threshold <0-52428800> <size> maximum-threshold <0-52428800> <size> [drop-probability <0-100> weight <0-15>]] [ecn]
random-detect threshold (burst-optimized|mesh-optimized) [ecn]
# assumed: the limits; netascode NX-OS data model, Queuing, has queue limits and afd
queue-limit / (dynamic <0-9>|percent <1-100>|<0-524288000> [<size>])
afd queue-desired / <1-52428800> <size> [ecn]
congestion-control <rest>
# Provider, network_qos.yaml (ipqosPause): limits; QoS, Configuring Priority Flow Control, for the line in this place
pause buffer-size / <5000-268435456> pause-threshold <0-268435456> resume-threshold <0-268435456>

mode network-qos-policy inherits all
# QoS, Configuring Network QoS, Configuring Type Network QoS Policies
class type network-qos <=network-qos-class> -> network-qos-class

mode network-qos-class inherits all
# Provider, network_qos.yaml: ipqosSetMTU, 576 to 9216; ipqosPause: noDrop, pfcCos, receive, and bufferSize with its thresholds
mtu / <576-9216>
pause / [no-drop] [pfc-cos <0-7,>] [receive]
!pause buffer-size <5000-268435456> pause-threshold <0-268435456> resume-threshold <0-268435456> [pfc-cos <0-7,>]
# assumed: lines of older switches, of which no text was found
congestion-control / (tail-drop|random-detect [ecn])
set cos / <0-7>
'''
PORT = r'(?:Ethernet|port-channel|Vlan|loopback|mgmt)\d+(?:/\d+){0,2}(?:\.\d+)?'
POINT = r'(?:\d|[1-5]\d|6[0-3]|af[1-4][1-3]|cs[1-7]|ef|default)'
NAME = r'\S{1,40}'
KINDS = ('qos-class', 'queuing-class', 'network-qos-class', 'qos-policy', 'queuing-policy', 'network-qos-policy')
GRAMMAR = Grammar(TABLE, {
    'ports': rf'{PORT}(?:[-,](?:{PORT}|[\d/]+))*', 'points': rf'{POINT}(?:[-,]{POINT})*',
    'size': r'(?:bytes|kbytes|mbytes|packets|us|ms)', 'rate': r'(?:bps|kbps|mbps|gbps|pps)',
    'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+', **{kind: NAME for kind in KINDS}},
    # QoS, Using Modular QoS CLI, System Classes and Default System Classes.
    {'qos-class': 'class-default', 'queuing-class': r'c-out-8q-q(?:[1-7]|-default)|c-out-q(?:[1-3]|-default)|c-in-q(?:[1-7]|-default)|class-default',
     'network-qos-class': r'c-8q-nq(?:[1-7]|-default)|c-nq(?:[1-3]|-default)|class-default',
     'qos-policy': r'(?!)', 'queuing-policy': 'default-(?:8q-)?out-policy', 'network-qos-policy': 'default-(?:8q-)?nq-policy'}, KINDS)


def says(refusal, line):
    """The words of a refusal: Fundamentals Configuration Guide, Release 10.3(x), Understanding the Command-Line Interface. That an unknown
    class is an error: Cisco bug CSCve72295, "ERROR: undefined class"; that an unknown policy is one is assumed."""
    if refusal.kind == 'range':
        return f"                      ^\n% Invalid number, range is ({refusal.limits[0]}:{refusal.limits[1]}) at '^' marker."
    if refusal.kind == 'reference':
        return 'ERROR: undefined class' if 'class' in refusal.of else 'ERROR: policy-map not found'
    return '% Incomplete command' if refusal.kind == 'incomplete' else "                      ^\n% Invalid command at '^' marker."
