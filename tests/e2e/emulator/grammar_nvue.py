# SPDX-License-Identifier: Apache-2.0
"""The statements that an emulated Cumulus Linux takes behind `nv set` and `nv unset` (line_grammar.py): those of ports and of QoS; other
objects only by their first word.

Most rows are from NVIDIA Cumulus Linux User Guide, nv list-commands, which names each statement with its words and limits. Words of 5.15 (`state
enabled`) are accepted besides the older ones (`enable on`): the releases are not told apart."""
from line_grammar import Attempt, Found, Grammar, Refusal

TABLE = '''
mode config
# NVIDIA Cumulus Linux User Guide, nv list-commands; 5.13, NVUE Format Reference, profile-name, for the names of profiles here and below
qos advance-buffer-config <PROFILE> [(ingress-lossy-buffer|egress-lossy-buffer|ingress-mgmt-buffer|egress-mgmt-buffer) [<rest>]]
qos advance-buffer-config <PROFILE> (ingress-pool|egress-pool|ingress-service-pool|egress-service-pool) <0-7> [memory-percent <1-100>]
qos advance-buffer-config <PROFILE> (ingress-lossless-buffer|egress-lossless-buffer) [(service-pool <0-7>|shared-bytes <0-4294967295>|shared-alpha <ALPHA>)]
qos advance-buffer-config <PROFILE> egress-lossless-buffer reserved <0-4294967295>
qos traffic-pool <PROFILE> [(switch-priority <0-7,>|memory-percent <1-100>)]
qos link-pause <PROFILE> [(cable-length <1-100000>|(tx|rx) (enable|disable)|(xoff-threshold|xon-threshold|port-buffer) <BYTES>)]
qos pfc <PROFILE> [(switch-priority <0-7,>|cable-length <1-100000>|(tx|rx) (enable|disable)|(xoff-threshold|xon-threshold|port-buffer) <BYTES>)]
qos mapping <PROFILE> [(trust (l2|l3|port|both)|port-default-sp <0-7>)]
qos mapping <PROFILE> pcp <0-7,> [switch-priority <0-7>]
qos mapping <PROFILE> dscp <0-63,> [switch-priority <0-7>]
qos remark <PROFILE> [(rewrite (l2|l3|both)|switch-priority <0-7,> [(pcp <0-7>|dscp <0-63>)])]
qos egress-queue-mapping <PROFILE> [switch-priority <0-7,> [traffic-class <0-7>]]
qos egress-scheduler <PROFILE> [traffic-class <0-7,> [(mode (dwrr|strict)|bw-percent <1-100>)]]
qos egress-shaper <PROFILE> [(port-max-rate <0-2147483647>|traffic-class <0-7,> [(min-rate|max-rate) <0-2147483647>])]
# NVIDIA Cumulus Linux User Guide, nv list-commands; 5.15, New and Changed NVUE Commands, for `state`; 5.14, RDMA over Converged Ethernet, for the modes
qos roce [(enable (on|off)|state (enabled|disabled)|cable-length <1-100000>|mode (lossless|lossless-single-ipool|lossy|lossy-multi-tc|dci-1))]
qos congestion-control <PROFILE> [traffic-class <0-7,> [((min-threshold|max-threshold) <BYTES>|probability <0-100>|(red|ecn) <SWITCH>)]]
# NVIDIA Cumulus Linux 5.19 User Guide, Quality of Service: statements since 5.16
qos congestion-control <PROFILE> traffic-class <0-7,> (mode (absolute|relative)|(min-threshold-percent|max-threshold-percent) <0-100>)
qos pfc <PROFILE> small-packet-probability <0-100>
qos egress-shaper <PROFILE> mode (kbps|pps)
interface <PORT> qos (shared-headroom-pool (enabled|disabled)|headroom lossy extra-threshold <0-4294967295>)
# NVIDIA Cumulus Linux 5.6 User Guide, New NVUE Commands
qos pfc-watchdog [(polling-interval <100-5000>|robustness <1-1000>)]
interface <PORT> qos pfc-watchdog [state <SWITCH>]
# NVIDIA Cumulus Linux User Guide, nv list-commands
interface <PORT> qos (pfc|link-pause|congestion-control|mapping|remark|egress-scheduler|egress-shaper) [profile <NAME>]
interface <PORT> [qos]
interface <PORT> type (swp|bond|peerlink|svi|loopback|eth|sub|tunnel)
interface <PORT> [link] description <rest>
interface <PORT> link [(state (up|down)|auto-negotiate (on|off|enabled|disabled)|duplex (half|full)|lanes (1|2|4|8)|mtu <552-9216>)]
interface <PORT> link speed (auto|10M|100M|1G|10G|25G|40G|50G|100G|200G|400G|800G)
interface <PORT> link fec (auto|baser|off|rs|driver-auto)
interface <PORT> link breakout <rest>
interface <PORT> (ip|ipv4|ipv6|vrf|router|bond|bridge|base-interface|packet-trim|acl|evpn|lldp|ptp|tunnel|vlan|neighbor) <rest>
(system|router|vrf|service|bridge|evpn|nve|acl|mlag) <rest>
'''

GRAMMAR = Grammar(TABLE, {
    'PROFILE': r'(?!(?:auto|none|null|any|all)$)[A-Za-z][\w-]*', 'NAME': r'[\w.-]+', 'PORT': r'[A-Za-z][\w.,-]*', 'BYTES': r'\d+(?: ?[KM]?B)?',
    'SWITCH': r'on|off|enable|disable|enabled|disabled',
    'ALPHA': r'alpha_(?:0|infinity|1_(?:2|4|8|16|32|64|128)|1|2|4|8|16|32|64)'})


def find(words, unset=False):
    """What the words behind `set` or `unset` are. An unset statement may end at any of its words."""
    attempt = Attempt(GRAMMAR, words)
    if not words:
        return attempt.furthest
    for row in GRAMMAR.modes['config']:
        for end, names in attempt.ends(row.items, 0, []):
            if end == len(words):
                return Found(row, 0, names)
            attempt.fail('word', end)
    refusal = attempt.furthest
    return Found(None, 0, []) if unset and refusal.kind == 'incomplete' and refusal.at == len(words) else refusal


def says(refusal, words):
    """In which words NVUE refuses a statement is assumed; the command ends with another code than 0."""
    if refusal.kind == 'incomplete':
        return 'Error: Incomplete Command: ' + ' '.join(words)
    word = words[min(refusal.at, len(words) - 1)]
    if refusal.kind == 'range':
        return f"Error: '{word}' is not in the range {refusal.limits[0]}-{refusal.limits[1]}"
    return f"Error: '{word}' is not one of the known objects or values"
