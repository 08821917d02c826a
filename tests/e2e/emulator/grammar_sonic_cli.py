# SPDX-License-Identifier: Apache-2.0
"""The lines of Enterprise SONiC that an emulated switch takes (line_grammar.py).

XML: sonic-mgmt-framework, branch dell_sonic_4.x_share, CLI/clitree/cli-xml, by file. Ansible: collection dellemc.enterprise_sonic
4.1.0, by module, with the limits of its documentation and the running configurations of its examples, for words that the XML lacks. A
view inherits configure-view and no other, so `exit` leads out of a queue."""
from line_grammar import Grammar

TABLE = '''
mode config
# XML, hostname.xml, logging.xml, ntp.xml, snmp.xml
hostname / <word>
logging <rest>
ntp <rest>
snmp-server <rest>
# assumed: no text was found; a push types no users
username <word> <rest>
# XML, interface.xml: interface, interface range; a view for each sort of port
interface <port> -> interface
interface <lag> -> lag
interface <vlan> -> vlan
interface (PortChannel|Vlan|Loopback|Management) <word> -> interface
interface range <range> -> range
# XML, system.xml, interface-naming; Ansible, sonic_system: `interface-naming standard`
interface-naming / (native|standard)
# assumed: how standard_extended of Ansible, sonic_system, is typed
interface-naming standard-ext
# XML, loadshare.xml: ip load-share hash; sonic_types.xml, LOADSHARE_SEED_VAL
ip load-share hash ipv4 (ipv4-src-ip|ipv4-dst-ip|ipv4-ip-proto|ipv4-l4-src-port|ipv4-l4-dst-port|symmetric)
ip load-share hash ipv6 (ipv6-src-ip|ipv6-dst-ip|ipv6-next-hdr|ipv6-l4-src-port|ipv6-l4-dst-port|symmetric)
ip load-share hash seed / <0-16777215>
# assumed: a word of later releases, of which no text was found
ip load-share hash ingress-port
# XML, qos_map_dscp.xml, qos_map_dot1p.xml, qos_map_tc_queue.xml, qos_map_tc_pg.xml, qos_map_pfc_queue.xml, qos_map_tc_dscp.xml, qos_map_tc_dot1p.xml
qos map dscp-tc <+dscp-tc> -> dscp-tc
qos map dot1p-tc <+dot1p-tc> -> dot1p-tc
qos map tc-queue <+tc-queue> -> tc-queue
qos map tc-pg <+tc-pg> -> tc-pg
qos map pfc-priority-queue <+pfc-priority-queue> -> pfc-priority-queue
qos map tc-dscp <+tc-dscp> -> tc-dscp
qos map tc-dot1p <+tc-dot1p> -> tc-dot1p
# Ansible, sonic_qos_maps, pfc_priority_pg_maps
qos map pfc-priority-pg <+pfc-priority-pg> -> pfc-priority-pg
# XML, qos_scheduler.xml, wred.xml
qos scheduler-policy <+scheduler> -> scheduler
qos wred-policy <+wred> -> wred
# XML, qos_pfc.xml: polling interval of 100 to 3000 ms
priority-flow-control watchdog polling-interval / <100-3000>
priority-flow-control watchdog counter-poll
# Ansible, sonic_roce, and sonic_qos_buffer: buffer init lossless, buffer pool, buffer profile
roce enable [pfc-priority <0-7,>]
buffer init lossless
buffer pool ingress_lossless_pool shared-headroom-size <0-4294967295>
buffer profile <+buffer-profile> / (ingress_lossless_pool|egress_lossless_pool|egress_lossy_pool) <0-4294967295> [static-threshold <0-4294967295>] [pause pause-threshold <46080-8388608>]
!buffer profile <+buffer-profile> (ingress_lossless_pool|egress_lossless_pool|egress_lossy_pool) <0-4294967295> dynamic-threshold <-6-3> [pause pause-threshold <46080-8388608>]

mode range inherits config
# XML, interface.xml, configure-if-range-view: no QoS commands
description / <rest>
shutdown
mtu / <1312-9216>
speed / <speed>
fec / <fec>

mode interface inherits config
# XML, interface.xml: description, shutdown, mtu, speed, fec, channel-group; sonic_types.xml, RANGE_MTU, LAG_ID; ipv4.xml, ipv6.xml; Ansible, sonic_lldp_interfaces, mode
description / <rest>
shutdown
mtu / <1312-9216>
speed / <speed>
fec / <fec>
ip address / <prefix> [secondary]
ipv6 enable
ipv6 address / <prefix6>
channel-group / <1-256>
switchport <rest>
lldp (receive|transmit)
# Ansible, sonic_interfaces: `unreliable-los auto` and `speed auto` of its running configurations
unreliable-los / (auto|on|off)
# assumed: no text was found for the words of autonegotiation and training
autoneg / (on|off)
standalone-link-training
# XML, qos_interface.xml, configure-if-view: queue wred-policy, scheduler-policy, qos-map, priority-flow-control, watchdog
queue <0-7> wred-policy / <=wred>
scheduler-policy / <=scheduler>
qos-map dscp-tc / <=dscp-tc>
qos-map dot1p-tc / <=dot1p-tc>
qos-map tc-queue / <=tc-queue>
qos-map tc-pg / <=tc-pg>
qos-map pfc-priority-queue / <=pfc-priority-queue>
qos-map tc-dscp / <=tc-dscp>
qos-map tc-dot1p / <=tc-dot1p>
priority-flow-control priority / <0-7>
priority-flow-control asymmetric
priority-flow-control watchdog action / (drop|alert|forward)
!priority-flow-control watchdog (on|off)
priority-flow-control watchdog detect-time / <100-5000>
priority-flow-control watchdog restore-time / <100-60000>
# Ansible, sonic_qos_interfaces: pfc_priority_pg, cable_length (5m, 40m, 300m), and `watchdog on detect-time` of its running configurations
qos-map pfc-priority-pg / <=pfc-priority-pg>
!priority-flow-control watchdog on detect-time <100-5000>
cable-length / (5m|40m|300m)
# assumed: the XML has `watchdog off`, and no `no`; the running configuration of the newer form is negated as it is begun
-priority-flow-control watchdog on
# assumed: no text was found for buffers of priority groups and queues on a port
buffer <rest>

mode lag inherits config
# XML, interface.xml, and qos_interface.xml, configure-lag-view: no queues, schedulers and PFC
description / <rest>
shutdown
mtu / <1312-9216>
ip address / <prefix> [secondary]
ipv6 enable
ipv6 address / <prefix6>
switchport <rest>
qos-map dscp-tc / <=dscp-tc>
qos-map dot1p-tc / <=dot1p-tc>
qos-map tc-dscp / <=tc-dscp>
qos-map tc-dot1p / <=tc-dot1p>

mode vlan inherits config
# XML, interface.xml, ipv4.xml, and qos_interface.xml, configure-vlan-view
description / <rest>
shutdown
mtu / <1312-9216>
ip address / <prefix> [secondary]
ipv6 enable
ipv6 address / <prefix6>
qos-map dscp-tc / <=dscp-tc>
qos-map tc-dscp / <=tc-dscp>

mode dscp-tc inherits config
# XML, qos_map_dscp.xml; sonic_types.xml, DSCP_RANGE
dscp <0-63,> / traffic-class <0-7>

mode dot1p-tc inherits config
# XML, qos_map_dot1p.xml; sonic_types.xml, VAL_0_7_RANGE
dot1p <0-7,> / traffic-class <0-7>

mode tc-queue inherits config
# XML, qos_map_tc_queue.xml
traffic-class <0-7,> / queue <0-7>

mode tc-pg inherits config
# XML, qos_map_tc_pg.xml
traffic-class <0-7,> / priority-group <0-7>

mode pfc-priority-queue inherits config
# XML, qos_map_pfc_queue.xml
pfc-priority <0-7,> / queue <0-7>

mode pfc-priority-pg inherits config
# Ansible, sonic_qos_maps, pfc_priority_pg_maps, with the words of its running configurations
pfc-priority <0-7,> / pg <0-7>

mode tc-dscp inherits config
# XML, qos_map_tc_dscp.xml
traffic-class <0-7,> / dscp <0-63>

mode tc-dot1p inherits config
# XML, qos_map_tc_dot1p.xml
traffic-class <0-7,> / dot1p <0-7>

mode wred inherits config
# XML, wred.xml and wred_macro.xml; sonic_types.xml, QoS_THRESHOLD (1 to 12480 kB), ECN_LIMITED_OPTION. Ansible, sonic_qos_wred, has the same limits
(green|yellow|red) / minimum-threshold <1-12480> maximum-threshold <1-12480> drop-probability <0-100>
ecn / (none|green|all)

mode scheduler inherits config
# XML, qos_scheduler.xml: queue of 0 to 47, port. Ansible, sonic_qos_scheduler, has the same limits
queue <0-47> -> scheduler-queue
port -> scheduler-port

mode scheduler-queue inherits config
# XML, qos_scheduler.xml; sonic_types.xml, SCHEDULER_TYPE_OPTION, SCHEDULER_METER_TYPE_OPTION, QUEUE_CIR_PIR, QUEUE_BURST
type / (strict|dwrr|wrr)
weight / <1-100>
meter-type / (packets|bytes)
(cir|pir) / <0-400000000>
(cbs|pbs) / <0-125000000>

mode scheduler-port inherits config
# XML, qos_scheduler.xml; sonic_types.xml, CIR_PIR_KBPS, BURST
pir / <32-400000000>
pbs / <250-125000000>
'''
KINDS = ('dscp-tc', 'dot1p-tc', 'tc-queue', 'tc-pg', 'pfc-priority-queue', 'pfc-priority-pg', 'tc-dscp', 'tc-dot1p', 'scheduler', 'wred')
NAME = r'[A-Za-z0-9_-]{1,32}'  # STRING_32 of the XML
PORT = r'(?:Eth\d+/\d+(?:/\d+){0,2}|Ethernet\d+|Loopback\d+|Management0)'
ANY_PORT = rf'(?:{PORT}|PortChannel\d+|Vlan\d+)'
GRAMMAR = Grammar(TABLE, {
    'port': PORT, 'lag': r'PortChannel\d+', 'vlan': r'Vlan\d+', 'range': rf'{ANY_PORT}(?:[-,](?:{ANY_PORT}|[\d/]+))*',
    # XML, INTF_FEC, in small letters too; Ansible, sonic_interfaces: FEC_AUTO, FEC_DISABLED, FEC_DEFAULT.
    'fec': r'(?:RS|rs|FC|fc|AUTO|auto|off|none|default)', 'speed': r'(?:auto|10|100|1000|2500|10000|25000|40000|50000|100000|200000|400000|800000)',
    'prefix': r'\d+(?:\.\d+){3}/\d+', 'prefix6': r'[0-9a-fA-F:.]+/\d+', **{kind: NAME for kind in KINDS}}, {}, KINDS)


def says(refusal, line):
    """Ansible dellemc.enterprise_sonic 3.1, plugin terminal, for the first; a reference: sonic-mgmt-common, CVL, "No instance found for"."""
    if refusal.kind == 'reference':
        return f"%Error: No instance found for '{refusal.name}'"
    return '%Error: Invalid input detected at "^" marker.'
