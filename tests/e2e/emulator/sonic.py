# SPDX-License-Identifier: Apache-2.0
"""SONiC's commands, as far as a push sees them: CONFIG_DB, JSON patches (GCU), checkpoints, save and reload.

Sources: sonic-utilities, doc/Command-Reference.md, Loading, Reloading And Saving Configuration; config/main.py (save, apply_patch, replace,
rollback, checkpoint, reload) and generic_config_updater/generic_updater.py (ConfigReplacer, FileSystemConfigRollbacker; see gcu.py); sonic-swss cfgmgr/buffermgr.cpp,
doSpeedUpdateTask. The first CONFIG_DB is config_db.json in the device's folder; `config save` writes
etc/sonic/config_db.json there. Besides what device.py and gcu.py know, the control file takes "apply_seconds" (how long a
patch takes), "adds" (each patch also adds a login server) and "no_flap_count" (a release that
counts no flaps), "no_carrier" (Linux counts none either), "link_seconds" (how long each port that a patch takes down stays down); the fault "partial" applies the
first "operations" of a patch and then fails.
"""
import copy
import json
import os
import sys
import time

import device
import gcu
import gcu_models
from gcu import parts


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
    write_saved(running)
    for port in running.get('PORT', {}) if not device.control().get('no_carrier') else ():
        os.makedirs(device.path(f'sys/class/net/{port}'), exist_ok=True)
        device.write_file(f'sys/class/net/{port}/carrier_down_count', '1\n')
    return {'running': running, 'checkpoints': {}, 'reloads': 0}


def write_saved(running):
    os.makedirs(device.path('etc/sonic'), exist_ok=True)
    device.write_file('etc/sonic/config_db.json', json.dumps(running, indent=4, sort_keys=True))


def say_ok(name, arguments):
    if name == 'config' and arguments[:1] == ['apply-patch']:
        print('Patch applied successfully.')
    return 0


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


def check_validators(before, after):
    try:
        gcu.validate(before, after)
    except gcu.Illegal as problem:
        raise Refused(f'Failed to apply patch due to: {problem}') from problem
    said = gcu_models.check(before, after)
    if said:
        raise Refused(f'Failed to apply patch due to: Given patch will produce invalid config. Error: Data Loading Failed\n{said}')


def profile_inputs(config):
    """Speed, cable, PFC and state of the ports whose headroom buffermgrd looks up."""
    if not config.get('BUFFER_POOL', {}).get('ingress_lossless_pool', {}).get('mode'):
        return {}
    if config.get('DEVICE_METADATA', {}).get('localhost', {}).get('buffer_model') == 'dynamic':
        return {}
    cables = {port: length for row in config.get('CABLE_LENGTH', {}).values() for port, length in row.items()}
    return {port: (row.get('speed'), cables[port], config['PORT_QOS_MAP'][port]['pfc_enable'], row.get('admin_status'))
            for port, row in config.get('PORT', {}).items()
            if cables.get(port, '0m') != '0m' and 'pfc_enable' in config.get('PORT_QOS_MAP', {}).get(port, {})}


def groups(priorities):
    """"3,4,6" as the rows that buffermgrd creates from it: 3-4 and 6."""
    runs = []
    for number in sorted(int(word) for word in priorities.split(',') if word):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [str(first) if first == last else f'{first}-{last}' for first, last in runs]


def flap(state, port):
    """A port goes down and up again: orchagent counts the flap, and Linux a lost carrier."""
    flaps = state.setdefault('flaps', {})
    flaps[port] = flaps.get(port, 0) + 1
    if not device.control().get('no_carrier'):
        os.makedirs(device.path(f'sys/class/net/{port}'), exist_ok=True)
        device.write_file(f'sys/class/net/{port}/carrier_down_count', f'{flaps[port] + 1}\n')


def put_in_force(state, document):
    """Replaces CONFIG_DB, and plays the reactions of the daemons that watch it."""
    before, after = state['running'], without_empty_tables(document)
    old = profile_inputs(before)
    for port, wanted in profile_inputs(after).items():
        if old.get(port) == wanted:
            continue
        profile = f'pg_lossless_{wanted[0]}_{wanted[1]}_profile'
        after.setdefault('BUFFER_PROFILE', {}).setdefault(profile, {'pool': 'ingress_lossless_pool', 'xon': '19456', 'xoff': '49408',
                                                                    'size': '0', 'dynamic_th': '0'})
        for group in groups(wanted[2]):
            after.setdefault('BUFFER_PG', {})[f'{port}|{group}'] = {'profile': profile}
    for port in gcu.ports_down_for(before, after):
        flap(state, port)
        if device.control().get('link_seconds'):
            state.setdefault('down_until', {})[port] = time.time() + device.seconds(device.control()['link_seconds'])
    state['running'] = after


def simulated(document, patch):
    target = copy.deepcopy(document)
    for operation in patch:
        apply_operation(target, operation)
    return without_empty_tables(target)


def apply_patch(arguments):
    dry = '-d' in arguments or '--dry-run' in arguments
    with open(next(word for word in reversed(arguments) if not word.startswith('-'))) as file:
        patch = json.load(file)
    print('Patch Applier: localhost: Patch application starting.')
    partial = device.STRUCK if device.STRUCK.get('do') == 'partial' else None
    with device.state(initial) as state:
        document = copy.deepcopy(state['running'])
        if not partial:
            check_validators(state['running'], simulated(document, patch))
        for number, operation in enumerate(patch):
            if partial and number == partial.get('operations', 1):
                put_in_force(state, document)
                raise Refused('Failed to apply patch on the following scopes: localhost: device is busy')
            apply_operation(document, operation)
        changes = list(gcu.moves(state['running'], without_empty_tables(document)))
    print(f'Patch Applier: The localhost patch was converted into {len(changes)} changes:')
    if dry:
        print('** DRY RUN EXECUTION **')
        for operation, path, value in changes:
            one = {'op': operation, 'path': path} if value is None else {'op': operation, 'path': path, 'value': value}
            print(f'** DryRun: Would apply {json.dumps([one])}')
    else:
        time.sleep(device.seconds(device.control().get('apply_seconds', 0)))
        with device.state(initial) as state:
            if device.control().get('adds'):
                document['TACPLUS_SERVER'] = {'192.0.2.9': {'passkey': 'somebody'}}
            put_in_force(state, document)
    print('Patch Applier: localhost: Patch application completed.')
    print('Patch applied successfully.')


def without_backend(document):
    """Without the tables that daemons write: change_applier.py, backend_tables."""
    return {table: rows for table, rows in document.items() if table not in ('BUFFER_PG', 'BUFFER_PROFILE', 'FLEX_COUNTER_TABLE')}


def replace(document, dry):
    with device.state(initial) as state:
        check_validators(state['running'], document)
        if dry:
            return
        put_in_force(state, copy.deepcopy(document))
        if without_backend(state['running']) != without_backend(without_empty_tables(document)):
            raise Refused('After replacing config, there is still some parts not updated')


def restart(keeps):
    """A cold start loads the saved file. A warm or fast one keeps CONFIG_DB and then saves it (finalize-warmboot.sh)."""
    with device.state(initial) as state:
        if keeps:
            write_saved(state['running'])
        else:
            with open(device.path('etc/sonic/config_db.json')) as file:
                state['running'] = json.load(file)
        state['flaps'], state['down_until'] = {}, {}


def reload_validates():
    """Whether the release's config/main.py (below site/ of the device's folder) validates on reload."""
    try:
        with open(device.path('site/config/main.py')) as file:
            return 'config_file_yang_validation' in file.read()
    except OSError:
        return False


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
            # One of the same name is overwritten.
            state['checkpoints'][words[0]] = state['running']
        print('Checkpoint created successfully.')
    elif verb == 'delete-checkpoint':
        with device.state(initial) as state:
            if state['checkpoints'].pop(words[0], None) is None:
                sys.stderr.write('Failed to delete config checkpoint\n')
                raise Refused(f"Checkpoint '{words[0]}' does not exist")
        print('Checkpoint deleted successfully.')
    elif verb == 'list-checkpoints':
        with device.state(initial) as state:
            print(json.dumps(sorted(state['checkpoints']), indent=4))
    elif verb == 'rollback':
        with device.state(initial) as state:
            document = state['checkpoints'].get(words[0])
        if document is None:
            sys.stderr.write('Failed to rollback config\n')
            raise Refused(f"Checkpoint '{words[0]}' does not exist")
        replace(document, dry)
        print('Config rolled back successfully.')
    elif verb == 'save':
        with device.state(initial) as state:
            if words:
                with open(words[-1], 'w') as file:
                    json.dump(state['running'], file, indent=4, sort_keys=True)
            elif device.control().get('full'):
                # config/main.py lets sonic-cfggen write directly into the file, which truncates it first.
                with open(device.path('etc/sonic/config_db.json'), 'w') as file:
                    file.write('{\n    "BGP_NEIGHBOR": {')
                raise Refused('[Errno 28] No space left on device')
            else:
                write_saved(state['running'])
    elif verb == 'reload':
        if '-y' not in rest and '--yes' not in rest:
            raise Refused('Aborted!')  # It asks, and no answer comes.
        with device.state(initial) as state:
            with open(words[-1] if words else device.path('etc/sonic/config_db.json')) as file:
                loaded = json.load(file)
            strange = [table for table in device.control().get('no_model', []) if table in loaded]
            # With --force the default file is loaded as it is; a file that is named is validated in any case.
            if strange and reload_validates() and (words or '-f' not in rest and '--force' not in rest):
                raise Refused(f'Config tables are missing yang models: {strange}')
            state['running'] = loaded
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
        elif name == 'decode-syseeprom' and arguments == ['-s']:
            print(device.serial())
        elif name == 'sonic-db-cli' and arguments == ['CONFIG_DB', 'hget', 'DEVICE_METADATA|localhost', 'mac']:
            with device.state(initial) as state:
                print(state['running'].get('DEVICE_METADATA', {}).get('localhost', {}).get('mac', ''))
        elif name == 'sonic-db-cli':
            warm = arguments[1:] == ['hget', 'WARM_RESTART_ENABLE_TABLE|system', 'enable'] and device.control().get('warm')
            warm = warm or arguments[1:] == ['hget', 'FAST_RESTART_ENABLE_TABLE|system', 'enable'] and device.control().get('fast')
            ready = arguments == ['CONFIG_DB', 'GET', 'CONFIG_DB_INITIALIZED']
            print('PONG' if arguments[-1].upper() == 'PING' else '1' if ready else 'true' if warm else '')
        else:
            raise Refused(f'No such command "{" ".join(arguments)}".')
    except (Refused, KeyError, IndexError, OSError, ValueError, StopIteration) as problem:
        sys.stderr.write(f'Usage: {name} [OPTIONS] COMMAND [ARGS]...\nTry "{name} -h" for help.\n\nError: {problem}\n')
        return 2
    return 0
