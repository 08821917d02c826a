# SPDX-License-Identifier: Apache-2.0
"""SONiC's commands, as far as a push sees them: CONFIG_DB, JSON patches (GCU), checkpoints, save and reload.

Sources: sonic-utilities, doc/Command-Reference.md and generic_config_updater (the sentence of IllegalPatchOperationError).
The first CONFIG_DB is config_db.json of the device's folder. Besides what device.py knows, the control file takes
"gcu_refuse": [{"op": "remove", "path": "/PFC_WD/GLOBAL"}] (what the field operation validators would not let through) and
"apply_seconds" (how long a patch takes); the fault "partial" applies the first "operations" of a patch and then fails.
"""
import copy
import json
import sys
import time

import device

VALIDATOR = 'generic_config_updater.field_operation_validators.rdma_config_update_validator'


class Refused(Exception):
    pass


def initial():
    try:
        with open(device.path('config_db.json')) as file:
            running = json.load(file)
    except OSError:
        running = {'DEVICE_METADATA': {'localhost': {'hostname': 'leaf1', 'type': 'ToRRouter'}},
                   'PORT': {'Ethernet0': {'admin_status': 'up', 'mtu': '9100'}, 'Ethernet8': {'admin_status': 'up', 'mtu': '9100'}},
                   'PORT_QOS_MAP': {'Ethernet0': {'pfc_enable': '3,4'}}}
    return {'running': running, 'saved': running, 'checkpoints': {}, 'reloads': 0}


def say_ok(name, arguments):
    if name == 'config' and arguments[:1] == ['apply-patch']:
        print('Patch applied successfully.')
    return 0


def parts(pointer):
    return [part.replace('~1', '/').replace('~0', '~') for part in pointer.split('/')[1:]]


def apply_operation(document, operation):
    path = parts(operation['path'])
    node = document
    for part in path[:-1]:
        node = node[int(part)] if isinstance(node, list) else node.get(part)
        if node is None:
            raise Refused(f"can't find path {operation['path']}")
    last = path[-1]
    if isinstance(node, list):
        if operation['op'] == 'add':
            node.insert(len(node) if last == '-' else int(last), operation['value'])
        elif operation['op'] == 'replace':
            node[int(last)] = operation['value']
        else:
            node.pop(int(last))
        return
    if operation['op'] != 'add' and last not in node:
        raise Refused(f"can't {operation['op']} a non-existent object '{last}'")
    if operation['op'] == 'remove':
        del node[last]
    elif operation['op'] == 'test':
        if node[last] != operation['value']:
            raise Refused('test failed')
    else:
        node[last] = operation['value']


def without_empty_tables(document):
    return {table: rows for table, rows in document.items() if rows}


def check_validators(operation, path):
    for refused in device.control().get('gcu_refuse', []):
        if refused.get('op') in (None, operation) and (path == refused['path'] or path.startswith(refused['path'] + '/')
                                                        or operation == 'remove' and refused['path'].startswith(path + '/')):
            table = parts(path)[0]
            raise Refused(f'Failed to apply patch due to: Modification of {table} table is illegal- validating function '
                          f'{VALIDATOR} returned False')


def paths_that_differ(before, after, pointer=''):
    for name in sorted(set(before) | set(after)):
        here = f'{pointer}/{name}'
        if name not in after:
            yield 'remove', here
        elif name not in before:
            yield 'add', here
        elif isinstance(before[name], dict) and isinstance(after[name], dict):
            yield from paths_that_differ(before[name], after[name], here)
        elif before[name] != after[name]:
            yield 'replace', here


def apply_patch(arguments):
    dry = '-d' in arguments or '--dry-run' in arguments
    with open(next(word for word in reversed(arguments) if not word.startswith('-'))) as file:
        patch = json.load(file)
    print('Patch Applier: localhost: Patch application starting.')
    partial = device.STRUCK if device.STRUCK.get('do') == 'partial' else None
    with device.state(initial) as state:
        document = copy.deepcopy(state['running'])
        for operation in patch:
            check_validators(operation['op'], operation['path'])
        for number, operation in enumerate(patch):
            if partial and number == partial.get('operations', 1):
                state['running'] = without_empty_tables(document)
                raise Refused('Failed to apply patch on the following scopes: localhost: device is busy')
            apply_operation(document, operation)
    if dry:
        print('** DRY RUN EXECUTION **')
    else:
        time.sleep(device.seconds(device.control().get('apply_seconds', 0)))
        with device.state(initial) as state:
            state['running'] = without_empty_tables(document)
    print('Patch Applier: localhost: Patch application completed.')
    print('Patch applied successfully.')


def replace(document, dry):
    with device.state(initial) as state:
        for operation, path in paths_that_differ(state['running'], document):
            check_validators(operation, path)
        if not dry:
            state['running'] = document


def config(arguments):
    verb, rest = arguments[0], arguments[1:]
    words = [word for word in rest if not word.startswith('-')]
    dry = '-d' in rest or '--dry-run' in rest
    if verb == 'apply-patch':
        apply_patch(rest)
    elif verb == 'replace':
        with open(words[-1]) as file:
            replace(json.load(file), dry)
        print('Config replaced successfully.')
    elif verb == 'checkpoint':
        with device.state(initial) as state:
            if words[0] in state['checkpoints']:
                raise Refused('Failed to create checkpoint due to: Checkpoint already exists')
            state['checkpoints'][words[0]] = state['running']
        print('Checkpoint created successfully.')
    elif verb == 'delete-checkpoint':
        with device.state(initial) as state:
            if state['checkpoints'].pop(words[0], None) is None:
                raise Refused('Failed to delete checkpoint due to: Checkpoint does not exist')
        print('Checkpoint deleted successfully.')
    elif verb == 'list-checkpoints':
        with device.state(initial) as state:
            print(json.dumps(sorted(state['checkpoints']), indent=4))
    elif verb == 'rollback':
        with device.state(initial) as state:
            document = state['checkpoints'].get(words[0])
        if document is None:
            raise Refused('Failed to rollback config due to: Checkpoint does not exist')
        replace(document, dry)
        print('Config rolled back successfully.')
    elif verb == 'save':
        with device.state(initial) as state:
            state['saved'] = state['running']
            if words:
                with open(words[-1], 'w') as file:
                    json.dump(state['running'], file, indent=4, sort_keys=True)
    elif verb == 'reload':
        with device.state(initial) as state:
            if words:
                with open(words[-1]) as file:
                    state['running'] = json.load(file)
            else:
                state['running'] = state['saved']
            state['reloads'] += 1
    else:
        raise Refused(f'No such command "{verb}".')


def run(name, arguments):
    try:
        if name == 'config':
            config(arguments)
        elif name == 'sonic-cfggen' or name == 'show' and arguments[:2] == ['runningconfiguration', 'all']:
            with device.state(initial) as state:
                print(json.dumps(state['running'], indent=4, sort_keys=True))
        elif name == 'show' and arguments[:1] == ['version']:
            print(f"\nSONiC Software Version: SONiC.{device.control().get('version', '202411.0')}\nDistribution: Debian 12.8")
        elif name == 'sonic-db-cli':
            print('PONG' if arguments[-1].upper() == 'PING' else '')
        else:
            raise Refused(f'No such command "{" ".join(arguments)}".')
    except (Refused, KeyError, IndexError, OSError, ValueError, StopIteration) as problem:
        sys.stderr.write(f'Usage: {name} [OPTIONS] COMMAND [ARGS]...\nTry "{name} -h" for help.\n\nError: {problem}\n')
        return 2
    return 0
