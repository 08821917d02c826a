# SPDX-License-Identifier: Apache-2.0
"""An emulated switch's databases, only the links and counters in them. The control file takes "down_ports"
(a list), "counters" ({"Ethernet0": {"SAI_PORT_STAT_IF_IN_DISCARDS": 5}}), "group_drops" ({"Ethernet0:3": 5}: by priority group) and
"no_counters" (nothing is counted)."""
import fnmatch
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
import device  # noqa: E402
import sonic  # noqa: E402

NAMES = ['SAI_PORT_STAT_IF_IN_DISCARDS', 'SAI_PORT_STAT_IF_OUT_DISCARDS', 'SAI_PORT_STAT_IF_IN_OCTETS'] + [
    f'SAI_PORT_STAT_PFC_{priority}_{way}_PKTS' for priority in range(8) for way in ('RX', 'TX')]


class SonicV2Connector:
    APPL_DB = 'APPL_DB'
    COUNTERS_DB = 'COUNTERS_DB'

    def __init__(self, use_unix_socket_path=False):
        self.tables = {}

    def connect(self, name):
        with device.state(sonic.initial) as state:
            ports, down, flaps = state['running'].get('PORT', {}), state.get('down_until', {}), state.get('flaps', {})
        control = device.control()
        if name == self.APPL_DB:
            is_up = {port: row.get('admin_status') == 'up' and port not in control.get('down_ports', [])
                     and device.is_over(down.get(port, 0)) for port, row in ports.items()}
            counted = {} if control.get('no_flap_count') else {port: {'flap_count': str(flaps.get(port, 0))} for port in is_up}
            self.tables[name] = {f'PORT_TABLE:{port}': {'oper_status': 'up' if up else 'down'} | counted.get(port, {})
                                 for port, up in is_up.items()}
        else:
            oids = {port: f'oid:0x{0x1000000000000 + number:x}' for number, port in enumerate(sorted(ports))}
            counters = control.get('counters', {})
            groups = {f'{port}:{number}': f'{oid}{number}' for port, oid in oids.items() for number in range(8)}
            self.tables[name] = {'COUNTERS_PORT_NAME_MAP': oids, 'COUNTERS_PG_NAME_MAP': groups}
            for port, oid in oids.items() if not control.get('no_counters') else ():
                self.tables[name][f'COUNTERS:{oid}'] = {one: str(counters.get(port, {}).get(one, 0)) for one in NAMES}
            for group, oid in groups.items() if not control.get('no_counters') else ():
                self.tables[name][f'COUNTERS:{oid}'] = {
                    'SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS': str(control.get('group_drops', {}).get(group, 0))}

    def keys(self, name, pattern):
        return [key for key in self.tables[name] if fnmatch.fnmatch(key, pattern)]

    def get_all(self, name, key):
        return self.tables[name].get(key, {})
