# SPDX-License-Identifier: Apache-2.0
"""The lines of Arista EOS that an emulated switch takes (line_grammar.py). A reference to a profile or policy that does not exist is
accepted, as by EOS, whose running configuration prints interfaces before policies.

AVD: arista.avd 5, eos_cli_config_gen: the schemas of its input (NAME.schema.yml), its templates (NAME.j2) and its example
configurations, which print what EOS takes. A row that they do not have, or whose limits they do not name, is assumed."""
from line_grammar import Grammar

TABLE = '''
mode config
# AVD, hostname.j2, local-users.j2, logging.j2, ntp.j2, snmp-server.j2
hostname / <word>
username <word> <rest>
logging <rest>
ntp <rest>
snmp-server <rest>
# AVD, ethernet-interfaces.j2, port-channel-interfaces.j2, transceiver-qsfp-default-mode-4x10.j2
interface <ports> -> interface
transceiver qsfp default-mode 4x10G
# AVD, vlans.j2
vlan <1-4094,> -> vlan
# AVD, ip-routing.j2; spanning_tree.schema.yml, mode; lldp.j2; load_interval.schema.yml, default, with the range of ethernet_interfaces.schema.yml
ip routing [vrf <word>]
spanning-tree mode / (mstp|rstp|rapid-pvst|none)
lldp run
load-interval default / <0-600>
# assumed: AVD has neither; the words that follow belong to a chip, and are not checked
ip load-sharing <rest>
port-channel load-balance <rest>
# AVD, qos.j2, and qos of the example configurations: maps of dscp, cos, exp and traffic-class, rewrite dscp, random-detect ecn
qos map dscp <0-63>... / to traffic-class <0-7> [drop-precedence <0-2>]
qos map cos <0-7>... / to traffic-class <0-7>
qos map exp <0-7>... / to traffic-class <0-7>
qos map traffic-class <0-7>... / to tx-queue <0-7>
qos map traffic-class <0-7>... / to dscp <0-63>
qos map traffic-class <0-7>... / to cos <0-7>
qos rewrite dscp
qos random-detect ecn allow non-ect [chip-based]
# assumed: AVD has the map to tx-queue alone; switches whose queues are uc-tx-queue and mc-tx-queue name them so
qos map traffic-class <0-7>... / to (uc-tx-queue|mc-tx-queue) <0-7>
# assumed: AVD has dscp alone; Arista EOS User Manual, Quality of Service, names rewriting of cos beside it
qos rewrite cos
# assumed: no text was found for its words, which differ by chip
qos random-detect ecn global-buffer / minimum-threshold <1-99999999> <unit> maximum-threshold <1-99999999> <unit> [weight <0-15>]
# AVD, qos_profiles.schema.yml, class_maps.schema.yml, policy-maps-qos.j2
qos profile <+profile> -> interface
class-map type qos match-any <+class> -> class-map
policy-map type quality-of-service <+policy> -> policy-map
# assumed: the form without a type, and with `qos`, as the Arista EOS User Manual, Quality of Service, writes it; AVD writes the type out
class-map match-any <+class> -> class-map
policy-map [type qos] <+policy> -> policy-map
# AVD, priority_flow_control.schema.yml: drop and no-drop; two decimals, three for the polling; the examples 0.01, 0.005 and 60 are taken as the limits
priority-flow-control all off
priority-flow-control pause watchdog default timeout / <0.01-60:2>
priority-flow-control pause watchdog default recovery-time / <0.01-60:2>
priority-flow-control pause watchdog default polling-interval / <0.005-60:3>
priority-flow-control pause watchdog action / (drop|no-drop)
priority-flow-control pause watchdog override action drop
# assumed: `forced` and `auto`, which AVD has for a port alone; errdisable, the default by qos_profiles.schema.yml, and notify-only, that of a port
priority-flow-control pause watchdog default recovery-time / <0.01-60:2> forced
priority-flow-control pause watchdog default polling-interval / auto
priority-flow-control pause watchdog action / (errdisable|notify-only)
# AVD, queue-monitor-length.j2
queue-monitor length [(notifying|tx-latency)]
queue-monitor length log / <0-4294967295>
queue-monitor length default threshold / <1-4294967295>
queue-monitor length (default|cpu) thresholds / <1-4294967295> <1-4294967295>

mode vlan inherits all
# AVD, vlans.j2
name / <word>

mode interface inherits all
# AVD, ethernet_interfaces.schema.yml: speed, mtu, l2_mtu, l2_mru, load_interval, error_correction_encoding, flowcontrol received
description / <rest>
shutdown
speed / (auto|forced|<speed>) [<speed>]
mtu / <68-65535>
l2 (mtu|mru) / <68-65535>
flowcontrol receive / (on|off|desired)
error-correction encoding / (reed-solomon|fire-code)
load-interval / <0-600>
# assumed: AVD has receive alone; Arista EOS User Manual, Ethernet Ports, flowcontrol send, was not seen
flowcontrol send / (on|off|desired)
# AVD, ethernet_interfaces.schema.yml, channel_group mode; port_channel_interfaces.schema.yml, mlag: 1 to 2000, which is taken for both
channel-group / <1-2000> mode (on|active|passive)
mlag / <1-2000>
# AVD, ethernet-interfaces.j2: switchport, vrf, ip address, ipv6, lldp
switchport
switchport mode / (access|trunk|dot1q-tunnel|tap|tool)
switchport access vlan / <1-4094>
switchport trunk (native vlan|allowed vlan) / <rest>
vrf / <word>
ip address / <prefix> [secondary]
ipv6 enable
ipv6 address / <prefix6>
lldp (transmit|receive)
# AVD, qos_profiles.schema.yml: trust, cos, dscp, shape rate (kbps, pps, percent), service_policy; ethernet_interfaces, service_profile
qos trust / (cos|dscp)
qos cos / <0-7>
qos dscp / <0-63>
service-profile / <=profile>
service-policy type qos input / <=policy>
shape rate / <1-999999999> [(kbps|pps|percent)]
# AVD, ethernet-interfaces.j2 and qos-profiles.j2: `no priority-flow-control` stands beside lines of priorities; qos_profiles.schema.yml, watchdog
priority-flow-control / on
priority-flow-control priority <0-7> / (drop|no-drop)
priority-flow-control pause watchdog
priority-flow-control pause watchdog port action / (drop|notify-only)
priority-flow-control pause watchdog port timer / timeout <0.01-60:2> polling-interval (auto|<0.005-60:3>) recovery-time <0.01-60:2> [forced]
# assumed: a port that the defaults leave a watchdog switches it off with `disable`; AVD has `priority-flow-control pause watchdog` alone
priority-flow-control pause watchdog disable
# assumed: the modes are those of the standards; Arista EOS User Manual, DCBX and Flow Control, dcbx mode, was not seen
dcbx mode / (ieee|cee|none)
# AVD, qos_profiles.schema.yml: tx_queues, uc_tx_queues, mc_tx_queues; the examples have mc-tx-queue 4; there are eight traffic classes
(tx-queue|uc-tx-queue|mc-tx-queue) <0-7> -> queue

mode queue inherits all
# AVD, qos_profiles.schema.yml, tx_queues: bandwidth_percent, bandwidth_guaranteed_percent, priority, shape
bandwidth percent / <1-100>
bandwidth guaranteed / percent <1-100>
priority / strict
shape rate / <1-999999999> [(kbps|pps|percent)]
# assumed: as for a shape; AVD has percent alone
bandwidth guaranteed / <1-999999999> [(kbps|pps)]
# AVD, qos_profiles.schema.yml, tx_queues.random_detect: units, probability 1-100, weight 0-15; the examples have a form without a probability
random-detect ecn / minimum-threshold <1-99999999> <marked> maximum-threshold <1-99999999> <marked> [max-mark-probability <1-100>] [weight <0-15>]
random-detect ecn count
random-detect drop / [drop-precedence <0-2>] minimum-threshold <1-99999999> <unit> maximum-threshold <1-99999999> <unit> drop-probability <1-100> [weight <0-15>]
# assumed: no text was found for marking by delay
random-detect ecn delay / threshold <1-99999999> (microseconds|milliseconds)

mode class-map inherits all
# AVD, class_maps.schema.yml: vlan, cos, ip access-group, ipv6 access-group
match (cos|ip access-group|ipv6 access-group|vlan) <rest>
# assumed: AVD has no match of dscp and ecn in class maps
match (dscp|ecn) <rest>

mode policy-map inherits all
# AVD, policy-maps-qos.j2
class <=class> -> class

mode class inherits all
# AVD, policy-maps-qos.j2: cos, dscp, traffic-class, drop-precedence
set traffic-class / <0-7>
set dscp / <0-63>
set cos / <0-7>
set drop-precedence / <0-2>
'''
PORT = r'(?:Ethernet|Port-Channel|Vlan|Loopback|Management)\d+(?:/\d+){0,3}(?:\.\d+)?'
GRAMMAR = Grammar(TABLE, {
    'ports': rf'{PORT}(?:[-,](?:{PORT}|[\d/]+))*',
    'speed': r'(?:auto|\d+(?:g|m)?(?:full|half)?(?:-\d)?)',
    'unit': r'(?:segments|bytes|kbytes|mbytes|milliseconds|microseconds)', 'marked': r'(?:segments|bytes|kbytes|mbytes|milliseconds)',
    'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+'}, negations=('no', 'default'))


def says(refusal, line):
    """EOS User Manual 4.32, Command-Line Interface, Processing Commands: "% Incomplete command", "% Invalid input"."""
    return '% Incomplete command' if refusal.kind == 'incomplete' else f"% Invalid input (at token {refusal.at}: '{line.split()[refusal.at]}')"
