# SPDX-License-Identifier: Apache-2.0
"""The lines of Enterprise SONiC that an emulated switch takes (line_grammar.py).

XML: sonic-mgmt-framework, branches of Dell and Broadcom (3.x, 4.x), CLI/clitree/cli-xml, by file. Newer: Ansible dellemc.enterprise_sonic
3.1, modules sonic_qos_maps, sonic_qos_pfc, sonic_qos_interfaces, sonic_qos_buffer, and the running configurations of their tests, for
lists of code points and for words that the XML lacks. A view inherits configure-view and no other, so `exit` leads out of a queue."""
from line_grammar import Grammar

TABLE = '''
mode config
# XML, hostname.xml, authentication.xml, logging.xml, ntp.xml, snmp.xml
hostname / <word>
username <word> <rest>
logging <rest>
ntp <rest>
snmp-server <rest>
# XML, interface.xml: interface, interface range, interface-naming
interface <port> -> interface
interface (PortChannel|Vlan|Loopback|Management) <word> -> interface
interface range <range> -> range
interface-naming / (native|standard|standard-ext)
# XML, loadshare.xml: ip load-share hash
ip load-share hash (ipv4|ipv6) <word>
ip load-share hash seed / <0-16777215>
ip load-share hash ingress-port
# XML, qos_map_dscp.xml, qos_map_dot1p.xml, qos_map_tc_queue.xml, qos_map_tc_pg.xml, qos_map_pfc_queue.xml, qos_map_tc_dscp.xml
qos map dscp-tc <+dscp-tc> -> dscp-tc
qos map dot1p-tc <+dot1p-tc> -> dot1p-tc
qos map tc-queue <+tc-queue> -> tc-queue
qos map tc-pg <+tc-pg> -> tc-pg
qos map pfc-priority-queue <+pfc-priority-queue> -> pfc-priority-queue
qos map pfc-priority-pg <+pfc-priority-pg> -> pfc-priority-pg
qos map tc-dscp <+tc-dscp> -> tc-dscp
qos map tc-dot1p <+tc-dot1p> -> tc-dot1p
# XML, qos_scheduler.xml, wred.xml
qos scheduler-policy <+scheduler> -> scheduler
qos wred-policy <+wred> -> wred
# XML, qos_pfc.xml: polling interval of 100 to 3000 ms
priority-flow-control watchdog polling-interval / <100-3000>
priority-flow-control watchdog counter-poll
# Newer, sonic_roce and sonic_qos_buffer: roce enable, buffer init lossless, buffer profile
roce enable [pfc-priority <0-7,>]
buffer init lossless
buffer profile <+buffer-profile> <rest>

mode range inherits config
# XML, interface.xml, configure-if-range-view: no QoS commands
description / <rest>
shutdown
mtu / <1312-9216>
speed / <speed>

mode interface inherits config
# XML, interface.xml: description, shutdown, mtu, speed, fec; ipv4.xml: ip address; portchannel.xml: channel-group
description / <rest>
shutdown
mtu / <1312-9216>
speed / <speed>
fec / (RS|rs|FC|fc|AUTO|auto|off|none|default)
unreliable-los / (auto|on|off)
standalone-link-training
autoneg / (on|off)
ip address / <prefix> [secondary]
ipv6 enable
ipv6 address / <prefix6>
channel-group / <1-256>
switchport <rest>
lldp (receive|transmit)
# XML, qos_interface.xml: queue wred-policy, scheduler-policy, qos-map, priority-flow-control, watchdog
queue <0-7> wred-policy / <=wred>
scheduler-policy / <=scheduler>
qos-map dscp-tc / <=dscp-tc>
qos-map dot1p-tc / <=dot1p-tc>
qos-map tc-queue / <=tc-queue>
qos-map tc-pg / <=tc-pg>
qos-map pfc-priority-queue / <=pfc-priority-queue>
qos-map pfc-priority-pg / <=pfc-priority-pg>
qos-map tc-dscp / <=tc-dscp>
qos-map tc-dot1p / <=tc-dot1p>
priority-flow-control priority / <0-7>
priority-flow-control asymmetric
priority-flow-control watchdog action / (drop|alert|forward)
priority-flow-control watchdog (on|off)
priority-flow-control watchdog detect-time / <100-5000>
priority-flow-control watchdog restore-time / <100-60000>
# Newer, sonic_qos_pfc and sonic_qos_interfaces: watchdog on detect-time, cable-length, buffer profiles of priority groups and queues
priority-flow-control watchdog on / [detect-time <100-5000>]
cable-length / <cable>
buffer <rest>

mode dscp-tc inherits config
# XML, qos_map_dscp.xml; Newer, sonic_qos_maps, for lists
dscp <0-63,> / traffic-class <0-7>

mode dot1p-tc inherits config
# XML, qos_map_dot1p.xml; Newer, sonic_qos_maps, for lists
dot1p <0-7,> / traffic-class <0-7>

mode tc-queue inherits config
# XML, qos_map_tc_queue.xml; Newer, sonic_qos_maps, for lists
traffic-class <0-7,> / queue <0-7>

mode tc-pg inherits config
# XML, qos_map_tc_pg.xml; Newer, sonic_qos_maps, for lists
traffic-class <0-7,> / priority-group <0-7>

mode pfc-priority-queue inherits config
# XML, qos_map_pfc_queue.xml; Newer, sonic_qos_maps, for lists
pfc-priority <0-7,> / queue <0-7>

mode pfc-priority-pg inherits config
# Newer, sonic_qos_maps
pfc-priority <0-7,> / pg <0-7>

mode tc-dscp inherits config
# XML, qos_map_tc_dscp.xml
traffic-class <0-7,> / dscp <0-63>

mode tc-dot1p inherits config
# XML, qos_map_tc_dot1p.xml
traffic-class <0-7,> / dot1p <0-7>

mode wred inherits config
# XML, wred.xml: green, yellow, red, in kB; ecn
(green|yellow|red) / minimum-threshold <0-1048576> maximum-threshold <0-1048576> drop-probability <0-100>
ecn / (none|green|yellow|red|green_yellow|green_red|yellow_red|all)

mode scheduler inherits config
# XML, qos_scheduler.xml: queue of 0 to 31, port
queue <0-31> -> scheduler-queue
port -> scheduler-port

mode scheduler-queue inherits config
# XML, qos_scheduler.xml: type, weight, cir, cbs, pir, pbs
type / (strict|dwrr|wrr)
weight / <1-100>
(cir|pir) / <0-400000000>
(cbs|pbs) / <0-125000000>

mode scheduler-port inherits config
# XML, qos_scheduler.xml: pir, pbs
pir / <0-400000000>
pbs / <0-125000000>
'''
KINDS = ('dscp-tc', 'dot1p-tc', 'tc-queue', 'tc-pg', 'pfc-priority-queue', 'pfc-priority-pg', 'tc-dscp', 'tc-dot1p', 'scheduler', 'wred')
NAME = r'\S{1,32}'  # STRING_32 of the XML
PORT = r'(?:Eth\d+/\d+(?:/\d+){0,2}|Ethernet\d+|PortChannel\d+|Vlan\d+|Loopback\d+|Management0)'
GRAMMAR = Grammar(TABLE, {
    'port': PORT, 'range': rf'{PORT}(?:[-,](?:{PORT}|[\d/]+))*', 'speed': r'(?:auto|10|100|1000|2500|10000|25000|40000|50000|100000|200000|400000|800000)',
    'cable': r'\d{1,4}m', 'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+', **{kind: NAME for kind in KINDS}}, {}, KINDS)


def says(refusal, line):
    """Ansible dellemc.enterprise_sonic 3.1, plugin terminal, for the first; a reference: sonic-mgmt-common, CVL, "No instance found for"."""
    if refusal.kind == 'reference':
        return f"%Error: No instance found for '{refusal.name}'"
    return '%Error: Invalid input detected at "^" marker.'
