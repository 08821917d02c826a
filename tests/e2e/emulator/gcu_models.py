# SPDX-License-Identifier: Apache-2.0
"""What SONiC's YANG models refuse of a row that a patch changes: numbers out of range, words and patterns, references to rows that do
not exist. The updater validates the whole target with them before it changes anything.

Sources: sonic-buildimage, src/sonic-yang-models/yang-models, by model: sonic-port (mtu, speed, fec), sonic-port-qos-map, sonic-queue,
sonic-buffer-pg, sonic-buffer-queue, sonic-buffer-profile, sonic-wred-profile, sonic-scheduler, sonic-pfcwd, sonic-dscp-tc-map,
sonic-tc-queue-map, sonic-cable-length; libyang 1.0, src/log.c, for the words, and sonic-utilities, generic_config_updater,
patch_sorter.py and gu_common.py, for the sentence around them."""
import re

# table: {field: table that has the row of this name}
REFERENCES = {
    'PORT_QOS_MAP': {'dscp_to_tc_map': 'DSCP_TO_TC_MAP', 'dot1p_to_tc_map': 'DOT1P_TO_TC_MAP', 'tc_to_queue_map': 'TC_TO_QUEUE_MAP',
                     'tc_to_pg_map': 'TC_TO_PRIORITY_GROUP_MAP', 'pfc_to_queue_map': 'MAP_PFC_PRIORITY_TO_QUEUE',
                     'pfc_to_pg_map': 'PFC_PRIORITY_TO_PRIORITY_GROUP_MAP', 'tc_to_dscp_map': 'TC_TO_DSCP_MAP', 'scheduler': 'SCHEDULER'},
    'QUEUE': {'scheduler': 'SCHEDULER', 'wred_profile': 'WRED_PROFILE'},
    'BUFFER_PG': {'profile': 'BUFFER_PROFILE'},
    'BUFFER_QUEUE': {'profile': 'BUFFER_PROFILE'},
    'BUFFER_PROFILE': {'pool': 'BUFFER_POOL'},
}
# table: {pattern of a field: (lowest, highest)}
RANGES = {
    'PORT': {'mtu': (68, 9216), 'speed': (1, 1600000)},
    'WRED_PROFILE': {r'(?:green|yellow|red)_drop_probability': (0, 100)},
    'SCHEDULER': {'weight': (1, 100)},
    'PFC_WD': {'detection_time': (100, 5000), 'restoration_time': (100, 60000), 'POLL_INTERVAL': (100, 3000)},
    'DSCP_TO_TC_MAP': {r'\d+': (0, 15)}, 'TC_TO_QUEUE_MAP': {r'\d+': (0, 15)},
    'TC_TO_PRIORITY_GROUP_MAP': {r'\d+': (0, 7)}, 'MAP_PFC_PRIORITY_TO_QUEUE': {r'\d+': (0, 7)},
}
# table: {pattern of a field: pattern of its value}
PATTERNS = {
    'PORT': {'admin_status': 'up|down', 'fec': 'rs|fc|none|auto'},
    'PORT_QOS_MAP': {'pfc_enable|pfcwd_sw_enable': r'([0-7](,[0-7])*)?'},
    'SCHEDULER': {'type': 'DWRR|WRR|STRICT'},
    'PFC_WD': {'action': 'drop|forward|alert'},
    'WRED_PROFILE': {'ecn': r'ecn_(?:none|green|yellow|red|green_yellow|green_red|yellow_red|all)', r'wred_\w+_enable': 'true|false'},
    'CABLE_LENGTH': {r'Ethernet\d+': r'\d+m'},
    'DSCP_TO_TC_MAP': {r'(?!(?:\d|[1-5]\d|6[0-3])$).*': '(?!)'},
}


def first(rules, field):
    return next((value for pattern, value in rules.items() if re.fullmatch(pattern, field)), None)


def problem(table, row, field, value, after):
    """What libyang says of a value, or an empty text."""
    target = REFERENCES.get(table, {}).get(field)
    # Releases before 202106 write "[TABLE|name]".
    name = value.strip('[]').split('|')[-1]
    if target and name not in after.get(target, {}) and (table, name) != ('BUFFER_PG', 'NULL'):
        return f'Leafref "/{target}/{target}_LIST/name" of value "{name}" points to a non-existing leaf.'
    limits = first(RANGES.get(table, {}), field)
    if limits and not (re.fullmatch(r'\d+', value) and limits[0] <= int(value) <= limits[1]):
        return f'Value "{value}" does not satisfy the constraint "{limits[0]}..{limits[1]}" (range, length, or pattern).'
    pattern = first(PATTERNS.get(table, {}), field)
    if pattern is not None and not re.fullmatch(pattern, value):
        return f'Invalid value "{value}" in "{field}" element.'
    return ''


def check(before, after):
    """The first complaint about the rows that differ, and about those whose reference has gone."""
    for table, rows in after.items():
        if table not in REFERENCES and table not in RANGES and table not in PATTERNS:
            continue
        for row, fields in rows.items():
            old = before.get(table, {}).get(row, {})
            for field, value in fields.items() if isinstance(fields, dict) else ():
                target = REFERENCES.get(table, {}).get(field)
                same = old.get(field) == value and before.get(target) == after.get(target) if target else old.get(field) == value
                if isinstance(value, str) and not same:
                    said = problem(table, row, field, value, after)
                    if said:
                        return said
    return ''
