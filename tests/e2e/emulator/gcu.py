# SPDX-License-Identifier: Apache-2.0
"""SONiC's generic_config_updater and what it refuses: paths that are never removed (gu_common.py, validate_field_operation) and
the rules of gcu_field_operation_validators.conf.json with rdma_config_update_validator
(field_operation_validators.py). The file is looked up below the device's folder, at its path on a switch; without it only the
control file's "gcu_refuse" counts: [{"op": "remove", "path": "/PFC_WD/GLOBAL"}]. "invalid" is the error that the YANG models find
in the configuration in force, "no_model" lists the tables without a model, "broken_models" is an error of the models."""
import glob
import json

import device

PACKAGE = 'generic_config_updater.field_operation_validators'
NEVER_REMOVED = ('/PFC_WD/GLOBAL/POLL_INTERVAL', '/PFC_WD/GLOBAL', '/LOOPBACK_INTERFACE/Loopback0')


class Illegal(ValueError):
    pass


def parts(pointer):
    return [part.replace('~1', '/').replace('~0', '~') for part in pointer.split('/')[1:]]


def changes(before, after, pointer=''):
    """The operations of a JSON patch; tables and rows are added and removed as a whole."""
    for name in sorted(set(before) | set(after)):
        here = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
        if name not in after:
            yield 'remove', here, None
        elif name not in before:
            yield 'add', here, after[name]
        elif isinstance(before[name], dict) and isinstance(after[name], dict):
            yield from changes(before[name], after[name], here)
        elif before[name] != after[name]:
            yield 'replace', here, after[name]


# RequiredValueIdentifier of patch_sorter.py: rows that change only while their port is down.
PORT_IS_DOWN = ('BUFFER_PG', 'BUFFER_PORT_EGRESS_PROFILE_LIST', 'BUFFER_PORT_INGRESS_PROFILE_LIST', 'BUFFER_QUEUE', 'PORT_QOS_MAP',
                'QUEUE')


def ports_down_for(before, after):
    """The ports that the updater takes down and up again for the patch."""
    ports = set()
    for _, path, value in changes(before, after):
        words = parts(path)
        if words[0] in PORT_IS_DOWN:
            ports.update(key.split('|')[0] for key in ([words[1]] if len(words) > 1 else value or before[words[0]]))
    return sorted(port for port in ports if before.get('PORT', {}).get(port, {}).get('admin_status') == 'up')


def moves(before, after):
    """The changes in the updater's order, with the ports that it takes down."""
    down = ports_down_for(before, after)
    for word in ('down', 'up'):
        for port in down:
            yield 'replace', f'/PORT/{port}/admin_status', word
        if word == 'down':
            yield from changes(before, after)


def asic_of(config, helper):
    hwsku = config.get('DEVICE_METADATA', {}).get('localhost', {}).get('hwsku', '').lower()
    for asic, names in helper.get('mellanox_asics', {}).items():
        if hwsku in [name.lower() for name in names]:
            return asic
    for asic, names in helper.get('broadcom_asics', {}).items():
        if any(name.lower() in hwsku for name in names):
            return asic
    return None


def release():
    for part in device.control().get('version', '202411.0').split('.'):
        if len(part) == 8 and part.isdigit():
            return part
    return None


def rdma_allows(rules, asic, operation, path, value):
    steps = [step for step in parts(path)[1:] if not any(letter.isdigit() for letter in step)]
    base = '/'.join(steps).lower()
    fields = [f'{base}/{key}' if base else key for key in value] if isinstance(value, dict) else [base]
    for field in fields:
        rule = next((one for one in rules.values() if field in one['fields']), None)
        since = rule['platforms'].get(asic) if rule else None
        if not since or operation not in rule['operations'] or release() and release() < since:
            return False
    return True


def is_refused(operation, path):
    for one in device.control().get('gcu_refuse', []):
        if one.get('op') in (None, operation) and (path == one['path'] or path.startswith(one['path'] + '/')
                                                   or operation == 'remove' and one['path'].startswith(path + '/')):
            return True
    return False


def validate(before, after):
    files = glob.glob(device.path('usr/local/lib/python3*/dist-packages/generic_config_updater/'
                                  'gcu_field_operation_validators.conf.json'))
    conf = {'tables': {}}
    if files:
        with open(files[0]) as file:
            conf = json.load(file)
    asic = asic_of(before, conf.get('helper_data', {}).get('rdma_config_update_validator', {}))
    for operation, path, value in changes(before, after):
        table = parts(path)[0]
        if files and operation == 'remove' and path in NEVER_REMOVED:
            raise Illegal(f'Given patch operation is invalid. Operation: {operation} is illegal on field: {path}')
        rules = conf['tables'].get(table, {})
        for name in rules.get('field_operation_validators', []):
            method = name.split('.')[-1]
            data = rules.get('validator_data', {}).get(method, {})
            if method == 'rdma_config_update_validator' and not (asic and rdma_allows(data, asic, operation, path, value)):
                raise Illegal(f'Modification of {table} table is illegal- validating function {name} returned False')
        if is_refused(operation, path):
            raise Illegal(f'Modification of {table} table is illegal- validating function '
                          f'{PACKAGE}.rdma_config_update_validator returned False')
