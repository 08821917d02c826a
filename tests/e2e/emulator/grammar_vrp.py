# SPDX-License-Identifier: Apache-2.0
"""The lines of Huawei CloudEngine (VRP 8) that an emulated switch takes (line_grammar.py). A view takes the commands of the system view too."""
from line_grammar import Grammar

TABLE = '''
mode config
# Huawei CloudEngine V300R023C00 Command Reference, Basic Configuration: sysname, lldp enable; AAA
sysname / <word>
lldp enable
local-user <rest>
vlan batch <rest>
# Huawei CloudEngine V300R023C00 Command Reference, DCB Configuration Commands
dcb pfc [<pfc>] -> pfc
dcb pfc deadlock-detect interval / <10-1000>
dcb pfc deadlock recovery-behavior (forwarding|discard) slot <1-16>
dcb pfc dscp-mapping enable slot <1-16>
dcb pfc (deadlock-detect|deadlock-recovery) timer / <10-1500>
dcb ets-profile <word> -> ets
# Huawei CloudEngine V300R023C00 Command Reference, qos buffer headroom-pool, qos ecn enable
qos buffer headroom-pool size / <1-30720> (kbytes|mbytes) slot <1-16>
qos ecn enable
# Huawei CloudEngine V300R023C00 Command Reference, Priority Mapping Configuration Commands
diffserv domain <+domain> -> domain
# Huawei CloudEngine V300R023C00 Command Reference, Congestion Avoidance and Congestion Management Configuration Commands
drop-profile <+profile> -> profile
# Huawei CloudEngine V300R023C00 Command Reference, Load Balancing Configuration Commands
load-balance ecmp -> ecmp
# Huawei CloudEngine V300R023C00 Command Reference, Interface Management: interface
interface <port> -> interface

mode pfc inherits all
# Huawei CloudEngine V300R023C00 Command Reference, DCB Configuration Commands: priority
priority <0-7>...
priority <0-7> deadlock-detect time / <1-15>
priority <0-7> deadlock-recovery time / <0-31>

mode ets inherits all
# Huawei CloudEngine V300R023C00 Command Reference, DCB Configuration Commands: priority-group
priority-group <0-15> <rest>

mode domain inherits all
# Huawei CloudEngine V300R023C00 Command Reference, Priority Mapping Configuration Commands: ip-dscp-inbound, 8021p-inbound, ip-dscp-outbound
ip-dscp-inbound <0-63> / phb <phb> [(green|yellow|red)]
8021p-inbound <0-7> / phb <phb> [(green|yellow|red)]
ip-dscp-outbound <phb> (green|yellow|red) / map <0-63>

mode profile inherits all
# Huawei CloudEngine V300R023C00 Command Reference, Congestion Avoidance Configuration Commands: color, ecn (drop profile view)
color (green|yellow|red) / <rest>
ecn / buffer-size low-limit <128-34078720> high-limit <128-34078720> discard-percentage <0-100>
ecn / low-limit <0-100> high-limit <0-100> discard-percentage <0-100>

mode ecmp inherits all
# Huawei CloudEngine V300R023C00 Command Reference, Load Balancing Configuration Commands: ip, ecmp seed, ecmp mode
ip <rest>
ecmp (seed|mode) / <rest>

mode interface inherits all
# Huawei CloudEngine V300R023C00 Command Reference, Interface Management: description, shutdown, portswitch, mtu, speed, fec mode, eth-trunk
description / <rest>
shutdown
portswitch
mtu / <46-9600>
speed / <word>
fec mode / (rs|base-r|none)
eth-trunk / <0-4095>
port default vlan / <1-4094>
port link-type / <word>
ip address / <address> <word>
# Huawei CloudEngine V300R023C00 Command Reference, jumboframe enable: 1518 to 9500
jumboframe enable / <1518-9500>
# Huawei CloudEngine V300R023C00 Command Reference, Priority Mapping Configuration Commands: trust, trust upstream
trust (dscp|8021p (inner|outer))
trust upstream / <=domain>
# Huawei CloudEngine V300R023C00 Command Reference, Congestion Management and Avoidance Configuration Commands: qos drr, qos pq, qos queue
qos (drr|pq) <0-7> [to <0-7>]
qos queue <0-7> drr weight / <1-100>
qos queue <0-7> wred / <=profile>
qos queue <0-7> ecn
qos queue <0-7> shaping <rest>
# Huawei CloudEngine V300R023C00 Command Reference, DCB Configuration Commands: dcb pfc enable, dcb pfc buffer
dcb pfc enable / [<pfc>] [mode (auto|manual)]
dcb pfc buffer <0-7> xoff / (dynamic <1-12>|static <1-30720> [(kbytes|mbytes)])
dcb pfc buffer <0-7> hdrm / <16-30720> [kbytes]
dcb pfc buffer <0-7> guaranteed / <1-25600> [(bytes|kbytes)]
dcb ets enable / <word>
flow-control
'''
GRAMMAR = Grammar(TABLE, {
    'port': r'(?:(?:10|25|40|50|100|200|400|800)GE\d+/\d+/\d+(?::\d+)?|Eth-Trunk\d+|Vlanif\d+|LoopBack\d+|MEth0/0/0)',
    'pfc': r'(?!deadlock|dscp-mapping|enable|buffer|mode)[A-Za-z][\w-]{0,30}', 'phb': r'(?:be|af[1-4]|ef|cs6|cs7)', 'address': r'\d+(?:\.\d+){3}'},
    known={'domain': r'default|none', 'profile': r'default'}, checks=('domain', 'profile'), negations=('undo',))


def says(refusal, line):
    """netcli's and other public transcripts of VRP: the caret, and "Error: Unrecognized command found at '^' position."; a number out of range and
    a name that is not there: assumed."""
    if refusal.kind == 'reference':
        return f'Error: The {refusal.of} does not exist.'
    kind = {'incomplete': 'Incomplete command', 'range': 'Wrong parameter'}.get(refusal.kind, 'Unrecognized command')
    return f"{' ' * (refusal.at * 6 + 6)}^\nError: {kind} found at '^' position."
