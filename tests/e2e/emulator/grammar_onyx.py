# SPDX-License-Identifier: Apache-2.0
"""The lines of NVIDIA Onyx that an emulated switch takes in `config` mode (line_grammar.py).

Manual: NVIDIA Onyx User Manual, by release and chapter. Ansible: collection mellanox.onyx 1.0.0, by module, and its tests, for the order
of words. That a pool has to exist before a buffer maps to it is assumed: the running configuration prints pools first."""
from line_grammar import Grammar, Refusal

TABLE = '''
mode config
# Running configurations of Onyx 3.6 to 3.10 in public repositories
hostname <word>
username <word> <rest>
ntp <rest>
logging <rest>
snmp-server <rest>
cli <rest>
# Ansible, onyx_protocol, onyx_vlan, onyx_lldp; running configurations of Onyx 3.6 to 3.10 in public repositories: ip routing, ip route
lldp
lacp
protocol (mlag|bgp|ospf|magp)
vlan <1-4094,>
ip routing [vrf <word>]
ip route [vrf <word>] <rest>
# Manual v3.10.4606, RoCE Commands: roce
roce [(lossy|lossless|semi-lossless)]
# Manual v3.10.4302, Priority Flow Control (PFC); Ansible, onyx_protocol and onyx_pfc_interface
dcb priority-flow-control enable [force]
dcb priority-flow-control priority <0-7> enable [force]
# Ansible, onyx_buffer_pool: traffic pool type, memory percent (a fraction), map switch-priority
traffic pool <+pool> type (lossless|lossy)
traffic pool <=pool> memory percent <0-100:2>
traffic pool <=pool> map switch-priority <0-7>...
# assumed: the limits; Manual v3.10.4504, Shared Buffer Commands, and Mellanox community DOC-2884 have the words
advanced buffer management [force]
pool <+pool> [direction (ingress|egress|egress-mc|ingress-mc)] size (<1-4294967295>|inf) type (static|dynamic)
# Manual v3.10.4606, Ethernet Interface Commands; Ansible, onyx_interface (`force` behind mtu and speed), onyx_linkagg (modes)
interface <port>
interface <port> [no] shutdown
interface <port> / description <rest>
interface <port> speed / (auto|<speed>) [force]
interface <port> flowcontrol (send|receive) / (on|off) [force]
# sonic-mgmt, tests/common/devices/onyx.py, _fec_enc
interface <port> fec-override / (auto|no-fec|fc-fec|rs-fec) [force]
# assumed: the lowest MTU, and the highest numbers of groups; 9216: Mellanox SN2700 product brief
interface <port> mtu / <1500-9216> [force]
interface <port> channel-group / <1-4096> [mode (active|passive|on)]
interface <port> mlag-channel-group / <1-1000> [mode (active|passive|on)]
# Ansible, onyx_l2_interface: no switchport force, and modes; onyx_l3_interface
interface <port> [no] switchport [force]
interface <port> switchport mode / (access|trunk|hybrid|dot1q-tunnel|access-dcb)
interface <port> ip address / <prefix> [primary]
# Ansible, onyx_pfc_interface: mode on force, no … mode force; SmartX SMTX OS, RDMA flow control on Mellanox switches: pfc-wd
interface <port> dcb priority-flow-control mode / (on|off|auto) [force]
-interface <port> dcb priority-flow-control mode [force]
interface <port> pfc-wd
# Manual v3.10.2202, QoS Commands: qos trust, qos map; Ansible, onyx_qos: trust L2, L3, both, qos rewrite
interface <port> qos trust / (L2|L3|port|both)
interface <port> qos map dscp <0-63>... / to switch-priority <0-7>
interface <port> qos map pcp <0-7> dei <0-1> / to switch-priority <0-7>
interface <port> qos rewrite (dscp|pcp)
interface <port> vlan default priority / <0-7>
# assumed: no text was found for these two
interface <port> qos rewrite map <rest>
interface <port> qos default switch-priority / <0-7>
# Ansible, onyx_traffic_class: traffic classes 0 to 7, dcb ets; Intel mfd-switchmanagement, mellanox, set_bind_switch_priority_on_port
interface <port> traffic-class <0-7> bind / switch-priority <0-7>...
interface <port> traffic-class <0-7> dcb ets / (strict|wrr <0-100>)
# Ansible, onyx_traffic_class: red, ecn, both; absolute in KB. assumed: the limit of the absolute form
interface <port> traffic-class <0-7> congestion-control / (ecn|red|both) minimum-absolute <0-100000> maximum-absolute <0-100000>
# Ansible, onyx_traffic_class: relative, in percent
interface <port> traffic-class <0-7> congestion-control / (ecn|red|both) minimum-relative <0-100> maximum-relative <0-100>
# Mellanox community DOC-2884, Lossless RoCE for MLNX-OS in DSCP-based QoS mode. assumed: the limits of the sizes
interface <port> ingress-buffer <buffer> bind switch-priority <0-7>...
interface <port> ingress-buffer <buffer> map / pool <=pool> type (lossless reserved <0-4294967295> xoff <0-4294967295> xon <0-4294967295>|lossy reserved <0-4294967295>) [shared (alpha <alpha>|size <0-4294967295>)]
interface <port> egress-buffer <buffer> map / pool <=pool> reserved <0-4294967295> [shared (alpha <alpha>|size <0-4294967295>)]
# Ansible, onyx_lldp_interface: lldp receive, lldp transmit
interface <port> lldp (receive|transmit)
# assumed: no text was found for its words
interface <port> lldp tlv-select <rest>
'''
SPAN = r'\d+/\d+(?:/\d+)?(?:-\d+/\d+(?:/\d+)?)?'
GRAMMAR = Grammar(TABLE, {
    'port': rf'(?:ethernet={SPAN}|(?:port-channel|mlag-port-channel|vlan|loopback)=\d+(?:-\d+)?|mgmt\d)',
    'speed': r'\d+G?(?:x\d)?', 'alpha': r'(?:0|inf|1/(?:128|64|32|16|8|4|2)|1|2|4|8|16|32|64)', 'prefix': r'\d+(?:\.\d+){3}/\d+',
    # Manual, Shared Buffers: iPort.pg0 to pg9, ePort.tc0 to tc15.
    'buffer': r'(?:iPort\.pg\d|ePort\.tc(?:\d|1[0-5])|iPort\.pool\d|ePort\.pool\d)'},
    # Manual, Shared Buffers, the pools that a switch starts with.
    {'pool': r'[ie]Pool(?:0|Ctrl)|mPool|lossy-default|roce-reserved'}, ('pool',))
PORT_WORDS = ('ethernet', 'port-channel', 'mlag-port-channel', 'vlan', 'loopback')


def find(line, lines):
    """What a line is. A port is one word of the grammar; `no` stands in front of a line, or behind its port."""
    words, joined = line.split(), 0
    negated = words[0] == 'no' and len(words) > 1
    words = words[1:] if negated else words
    if words[0] == 'interface' and len(words) > 2 and words[1] in PORT_WORDS:
        words[1:3], joined = [f'{words[1]}={words[2]}'], 1
        # A setting of its own, and no negation.
        kept = words[2:4] in (['no', 'switchport'], ['no', 'shutdown'])
        if words[2:3] == ['no'] and len(words) > 3 and not negated and not kept:
            negated, words = True, words[:2] + words[3:]
    found = GRAMMAR.find([], ' '.join((['no'] if negated else []) + words), lines)
    if isinstance(found, Refusal):
        found.at += joined
    return found


def says(refusal, line):
    """Manual, Command Line Interface: a word that is not understood is named; the words for a range and for a pool are assumed."""
    if refusal.kind == 'reference':
        return f'% Pool {refusal.name} does not exist'
    if refusal.kind == 'range':
        return f'% Value out of range: must be in {refusal.limits[0]}-{refusal.limits[1]}'
    if refusal.kind == 'incomplete':
        return '% Incomplete command.'
    return f'% Unrecognized command "{line.split()[min(refusal.at, len(line.split()) - 1)]}".\nType "?" for help.'
