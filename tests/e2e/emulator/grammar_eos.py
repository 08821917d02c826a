# SPDX-License-Identifier: Apache-2.0
"""The lines of Arista EOS that an emulated switch takes (line_grammar.py). A reference to a profile or policy that does not exist is
accepted, as by EOS, whose running configuration prints interfaces before policies.

Manual: Arista EOS User Manual, release 4.32, named by chapter and command. AVD: arista.avd 5, input variables of eos_cli_config_gen,
which give the ranges that the manual leaves to the platform."""
from line_grammar import Grammar

TABLE = '''
mode config
# Manual, Switch Administration, hostname; User Security, username; System Logging, NTP
hostname / <word>
username <word> <rest>
logging <rest>
ntp <rest>
snmp-server <rest>
# Manual, Ethernet Ports, interface ethernet, transceiver qsfp default-mode; Link Aggregation; VLANs; Data Transfer, interface management
interface <ports> -> interface
transceiver qsfp default-mode 4x10G
# Manual, VLANs, vlan, name
vlan <1-4094,> -> vlan
# Manual, Routing, ip routing, ip load-sharing; Spanning Tree, spanning-tree mode; LLDP, lldp run
ip routing [vrf <word>]
ip load-sharing <rest>
spanning-tree mode / (mstp|rstp|rapid-pvst|none)
lldp run
port-channel load-balance <rest>
# Manual, Quality of Service, qos map dscp, qos map cos, qos map traffic-class to tx-queue, qos rewrite
qos map dscp <0-63>... / to traffic-class <0-7> [drop-precedence <0-2>]
qos map cos <0-7>... / to traffic-class <0-7>
qos map traffic-class <0-7>... / to (tx-queue|uc-tx-queue|mc-tx-queue) <0-7>
qos map traffic-class <0-7>... / to dscp <0-63>
qos map traffic-class <0-7>... / to cos <0-7>
qos rewrite (dscp|cos)
qos random-detect ecn global-buffer / minimum-threshold <1-99999999> <unit> maximum-threshold <1-99999999> <unit> [weight <0-15>]
# Manual, Quality of Service, Quality of Service (QoS) Profiles
qos profile <+profile> -> interface
# Manual, Quality of Service, ACL based QoS Configuration: class-map, policy-map
class-map [type qos] match-any <+class> -> class-map
policy-map [type (qos|quality-of-service)] <+policy> -> policy-map
# Manual, Data Center Bridging, priority-flow-control pause watchdog; AVD, priority_flow_control: up to two decimals, three for the polling
priority-flow-control all off
priority-flow-control pause watchdog default timeout / <0.01-60:2>
priority-flow-control pause watchdog default recovery-time / <0-60:2> [forced]
priority-flow-control pause watchdog default polling-interval / (auto|<0.005-60:3>)
priority-flow-control pause watchdog action / (drop|no-drop|errdisable|notify-only)
priority-flow-control pause watchdog override action drop
# Manual, Latency Analyzer, queue-monitor length
queue-monitor length [notifying]

mode vlan inherits all
# Manual, VLANs, name
name / <word>

mode interface inherits all
# Manual, Ethernet Ports, speed, flowcontrol, error-correction encoding, mtu; AVD, ethernet_interfaces: mtu, l2_mtu, load_interval
description / <rest>
shutdown
speed / (auto|forced|<speed>) [<speed>]
mtu / <68-65535>
l2 mtu / <68-65535>
flowcontrol (send|receive) / (on|off|desired)
error-correction encoding / (reed-solomon|fire-code)
load-interval / <0-600>
# Manual, Link Aggregation, channel-group; MLAG, mlag
channel-group / <1-2000> mode (on|active|passive)
mlag / <1-2000>
# Manual, VLANs, switchport; IPv4, ip address; IPv6, ipv6 address, ipv6 enable
switchport
switchport mode / (access|trunk|dot1q-tunnel|tap|tool)
switchport access vlan / <1-4094>
switchport trunk (native vlan|allowed vlan) / <rest>
vrf / <word>
ip address / <prefix> [secondary]
ipv6 enable
ipv6 address / <prefix6>
lldp (transmit|receive)
# Manual, Quality of Service, qos trust, qos cos, qos dscp, service-profile, service-policy type qos input, shape rate
qos trust / (cos|dscp)
qos cos / <0-7>
qos dscp / <0-63>
service-profile / <=profile>
service-policy type qos input / <=policy>
shape rate / <1-999999999> [(kbps|pps|percent)]
# Manual, Data Center Bridging, priority-flow-control, priority-flow-control priority, dcbx mode; AVD, qos_profiles.priority_flow_control
priority-flow-control / on
priority-flow-control priority <0-7> / (drop|no-drop)
priority-flow-control pause watchdog [disable]
priority-flow-control pause watchdog port action / (drop|notify-only)
priority-flow-control pause watchdog port timer / timeout <0.01-60:2> polling-interval (auto|<0.005-60:3>) recovery-time <0-60:2> [forced]
dcbx mode / (ieee|cee|none)
# Manual, Quality of Service, tx-queue, uc-tx-queue, mc-tx-queue
(tx-queue|uc-tx-queue) <0-7> -> queue
mc-tx-queue <0-3> -> queue

mode queue inherits all
# Manual, Quality of Service, bandwidth percent, bandwidth guaranteed, priority, shape rate
bandwidth percent / <1-100>
bandwidth guaranteed / [percent] <1-999999999> [(kbps|pps)]
priority / strict
shape rate / <1-999999999> [(kbps|pps|percent)]
# Manual, Quality of Service, random-detect ecn; AVD, qos_profiles.tx_queues.random_detect: units, probability 1-100, weight 0-15
random-detect ecn / minimum-threshold <1-99999999> <unit> maximum-threshold <1-99999999> <unit> max-mark-probability <1-100> [weight <0-15>]
!random-detect ecn minimum-threshold <1-99999999> <unit> maximum-threshold <1-99999999> <unit> [weight <0-15>]
random-detect ecn count
random-detect ecn delay / threshold <1-99999999> (microseconds|milliseconds)
random-detect drop / [drop-precedence <0-2>] minimum-threshold <1-99999999> <unit> maximum-threshold <1-99999999> <unit> drop-probability <1-100> [weight <0-15>]

mode class-map inherits all
# Manual, Quality of Service, match (class-map (qos))
match (dscp|cos|ip access-group|ipv6 access-group|vlan|ecn) <rest>

mode policy-map inherits all
# Manual, Quality of Service, class (policy-map (qos))
class <=class> -> class

mode class inherits all
# Manual, Quality of Service, set (policy-map-class (qos))
set traffic-class / <0-7>
set dscp / <0-63>
set cos / <0-7>
'''
PORT = r'(?:Ethernet|Port-Channel|Vlan|Loopback|Management)\d+(?:/\d+){0,3}(?:\.\d+)?'
GRAMMAR = Grammar(TABLE, {
    'ports': rf'{PORT}(?:[-,](?:{PORT}|[\d/]+))*',
    'speed': r'(?:auto|\d+(?:g|m)?(?:full|half)?(?:-\d)?)',
    'unit': r'(?:segments|bytes|kbytes|mbytes|milliseconds|microseconds)',
    'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+'}, negations=('no', 'default'))


def says(refusal, line):
    """EOS User Manual 4.32, Command-Line Interface, Processing Commands: "% Incomplete command", "% Invalid input"."""
    return '% Incomplete command' if refusal.kind == 'incomplete' else f"% Invalid input (at token {refusal.at}: '{line.split()[refusal.at]}')"
