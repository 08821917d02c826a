# SPDX-License-Identifier: Apache-2.0
"""Prints the state of an emulated device, bypassing all code that pushes: tell_state.py eos|onyx|nxos|nvue|os10|sonic-cli|aoscx|vrp|sonic|linux-host|junos|subnet-manager
Three lines: a hash of what is in force, one of what a reboot would load, and what a push left behind."""
import hashlib
import json
import os
import re
import subprocess
import sys

import device


def files(folder):
    """The files in a folder, by relative path."""
    found = {}
    for root, _, names in os.walk(device.path(folder)):
        for name in names:
            path = os.path.join(root, name)
            if os.path.islink(path):
                found[os.path.relpath(path, device.path(folder))] = 'link'
                continue
            try:
                with open(path, errors='replace') as file:
                    found[os.path.relpath(path, device.path(folder))] = file.read().replace(device.FOLDER, '')
            except OSError:
                pass
    return found


def eos():
    import config_tree
    import eos as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        left = [f'session {name}' for name in state['sessions']] + (['commit timer'] if state['pending'] else [])
        return config_tree.text(state['running']), config_tree.text(state['startup']), left


def onyx():
    import onyx as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        left = [f'job {number}' for number, job in sorted(state['jobs'].items()) if not job.get('done')]
        return sorted(state['running']), [sorted(state['saved']['lines']), state['saved']['jobs']], left


def nxos():
    import nxos as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        scheduler = state['scheduler']
        left = [f'{kind} {name}' for kind in ('job', 'schedule') for name in sorted(scheduler[kind + 's'])]
        left += [f'checkpoint {name}' for name in sorted(state['checkpoints'])] + (['rollback in progress'] if state.get('rolling') else [])
        return (dialect.tree_lines(state['running']),
                [dialect.tree_lines(state['startup']['running']), state['startup']['scheduler']['jobs']], left)


def aoscx():
    import aoscx as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        left = [f'checkpoint {re.sub("^AUTO[0-9]+$", "AUTO", name)}' for name in sorted(state['checkpoints'])] + (['commit timer'] if state['pending'] else [])
        left += ['rollback in progress'] if state['rolling'] else []
        return dialect.text(state['running']), dialect.text(state['startup']), left


def vrp():
    import vrp as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        left = ['rollback in progress'] if state['canceling'] else ['commit timer'] if state['pending'] else []
        return dialect.text(state['running']), dialect.text(state['startup']), left


def nvue():
    import nvue as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        left = ['commit timer'] if state['confirm'] else []
        left += ['pending revision'] if state['pending'] else []
        left += [f'mark of {name.removeprefix(".rocelint-")}' for name in sorted(os.listdir(device.FOLDER)) if name.startswith('.rocelint-')]
        return sorted(dialect.lines(state['applied'])), sorted(dialect.lines(state['startup'])), left


def os10():
    import blocks
    import os10 as dialect
    with device.state(dialect.initial) as state:
        left = units() + transactions('run/rocelint') + (['candidate'] if state['candidate'] not in (None, state['running']) else [])
        return blocks.text(state['running']), blocks.text(state['startup']), left


def sonic_cli():
    import blocks
    import sonic_cli as dialect
    with device.state(dialect.initial) as state:
        left = units() + boot_units('etc/systemd/system') + transactions('var/lib/rocelint', '/var/lib')
        return blocks.text(state['running']), blocks.text(state['startup']), left


def junos():
    import junos as dialect
    with device.state(dialect.initial, dialect.strike) as state:
        left = [word for word, there in (('lock', state['lock']), ('commit timer', state['pending']),
                                         ('candidate', state['candidate'] not in (None, state['running']))) if there]
        return state['running'], state['running'], left


def units():
    return [f'unit {name}' for name in sorted(files('units')) if name.endswith(('.json', '.running'))]


def boot_units(folder):
    return [name for name in sorted(files(folder)) if name.startswith('rocelint-deadman')]


def transactions(folder, name_of_folder='/run'):
    """Folders of transactions that are neither confirmed nor rolled back."""
    there = {}
    for path in files(folder):
        there.setdefault(path.split('/')[0], []).append(path)
    return [f'{name} in {name_of_folder}' for name, inside in sorted(there.items())
            if name != 'lock' and not any(f'{name}/{end}' in inside for end in ('confirmed', 'back', 'result'))]


def sonic():
    import sonic as dialect
    with device.state(dialect.initial) as state:
        running = dialect.without_empty_tables(state['running'])
    with open(device.path('etc/sonic/config_db.json')) as file:
        saved = dialect.without_empty_tables(json.load(file))
    return running, saved, units() + boot_units('etc/systemd/system') + transactions('var/lib/rocelint', '/var/lib')


def linux_host():
    import linux_host as dialect
    if not os.path.isdir(device.path('root')):
        here = os.path.dirname(os.path.abspath(__file__))
        subprocess.run([sys.executable, '-B', '-E', '-s', '-S', os.path.join(here, 'commands.py'), 'make-root'], check=True)
    with device.state(dialect.initial) as state:
        running = {name: {key: value for key, value in one.items() if key not in ('down_until', 'flaps')}
                   for name, one in state['interfaces'].items()}
    saved = files('root/etc/systemd') | files('root/usr/local/sbin')
    # A unit that is not enabled does nothing at boot.
    if not os.path.isdir(device.path('root/etc/systemd/system/multi-user.target.wants')) or not os.listdir(
            device.path('root/etc/systemd/system/multi-user.target.wants')):
        saved = {}
    counters = ('carrier_down_count', 'carrier_changes')
    return [running, {path: text for path, text in files('root/sys').items() if not path.endswith(counters)}], saved, units() + transactions('root/run/rocelint')


def subnet_manager():
    """The values that opensm logs as it reads them, and its files."""
    loaded = {'sweep_interval': '10', 'subnet_timeout': '18'}  # opensm does not log these at startup
    with open(device.path('opensm.out')) as file:
        for name, value in re.findall(r'Loading Cached Option:(\w+) = (.*)', file.read()):
            if name in loaded:
                loaded[name] = value
    with open(device.path('opensm.pid')) as file:
        running = loaded if os.path.isdir(f'/proc/{file.read().strip()}') else 'opensm does not run'
    left = units() + boot_units('etc/systemd/system') + transactions('var/lib/rocelint/opensm', '/var/lib')
    return running, files('etc/opensm'), left


def main():
    tell = {'eos': eos, 'onyx': onyx, 'nxos': nxos, 'nvue': nvue, 'os10': os10, 'sonic-cli': sonic_cli, 'aoscx': aoscx, 'vrp': vrp, 'sonic': sonic, 'linux-host': linux_host, 'junos': junos, 'subnet-manager': subnet_manager}[sys.argv[1]]
    running, saved, left = tell()
    for what in (running, saved):
        print(hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest())
    # Names differ in each plan.
    print(', '.join(re.sub(r'rl-[0-9a-f]+-\d+[0-9a-fru-]*', 'ours', one) for one in left))


if __name__ == '__main__':
    main()
