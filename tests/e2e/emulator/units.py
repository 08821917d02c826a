# SPDX-License-Identifier: Apache-2.0
"""systemd-run and systemctl, or at, as far as a dead-man needs them: a command that runs at its time, whether or
not the process that scheduled it still exists. A timer is a file in units/; removing it in time stops the timer. While the
command runs, the file is called .running. A job of at is a unit called at-NUMBER."""
import json
import os
import re
import shutil
import subprocess
import sys
import time

import device

UNITS = {'': 1, 's': 1, 'sec': 1, 'min': 60, 'm': 60, 'h': 3600, 'ms': 0.001}


def unit_file(name):
    return device.path(f'units/{re.sub(r"[.](timer|service)$", "", name)}.json')


def say_ok(name, arguments):
    if name == 'systemd-run':
        sys.stderr.write('Running timer as unit: lie.timer\n')
    return 0


def run(name, arguments):
    os.makedirs(device.path('units'), exist_ok=True)
    if name in ('reboot', 'warm-reboot', 'fast-reboot'):
        return restart_switch(name != 'reboot')
    if name in ('at', 'atq', 'atrm'):
        return jobs(name, arguments)
    return run_later(arguments) if name == 'systemd-run' else systemctl(arguments)


def jobs(name, arguments):
    """at(1): `at now + 2 minutes` with the commands on standard input."""
    known = [file[3:-5] for file in sorted(os.listdir(device.path('units'))) if re.fullmatch(r'at-\d+[.]json', file)]
    if name == 'atq':
        for job in known:
            print(f'{job}\tSat Jan  1 00:00:00 2028 a root')
        return 0
    if name == 'atrm':
        for job in arguments:
            if job in known:
                os.unlink(unit_file(f'at-{job}'))
        return 0
    if arguments[:2] != ['now', '+'] or arguments[3:] not in (['minutes'], ['minute']):
        sys.stderr.write('syntax error. Last token seen: ' + ' '.join(arguments) + '\nGarbled time\n')
        return 1
    job = 1 + max([int(one) for one in known], default=0)
    start(unit_file(f'at-{job}'), 60 * int(arguments[2]), ['/bin/sh', '-c', sys.stdin.read()])
    sys.stderr.write(f'warning: commands will be executed using /bin/sh\njob {job} at Sat Jan  1 00:00:00 2028\n')
    return 0


def span(text):
    total = 0
    for number, unit in re.findall(r'([\d.]+)\s*([a-z]*)', text):
        total += float(number) * UNITS[unit]
    return total


def start(file, wait, command):
    with open(file, 'w') as unit:
        json.dump({'until': time.time() + device.seconds(wait), 'command': command}, unit)
    subprocess.Popen([sys.executable, '-B', '-E', '-s', '-S', os.path.abspath(__file__), file], stdin=subprocess.DEVNULL,
                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def is_active(name):
    if os.path.exists(device.path(f'services/{name}')):
        return True
    return os.path.exists(unit_file(name) if name.endswith('.timer') else unit_file(name).replace('.json', '.running'))


def run_later(arguments):
    name, wait = f'run-r{os.getpid()}', 0
    while arguments and arguments[0].startswith('-'):
        option, _, value = arguments.pop(0).partition('=')
        if option == '--':
            break
        if option in ('--unit', '-u'):
            name = value or arguments.pop(0)
        elif option == '--on-active':
            wait = span(value or arguments.pop(0))
        elif option in ('-p', '--property', '--description', '--timer-property', '--working-directory') and not value:
            arguments.pop(0)
    if not arguments:
        sys.stderr.write('Command line to execute required.\n')
        return 1
    file = unit_file(name)
    if os.path.exists(file) or is_active(f'{name}.service'):
        sys.stderr.write(f'Failed to start transient timer unit: Unit {name}.timer was already loaded or has a fragment file.\n')
        return 1
    start(file, wait, arguments)
    sys.stderr.write(f'Running timer as unit: {name}.timer\nWill run service as unit: {name}.service\n')
    return 0


def systemctl(arguments):
    words = [word for word in arguments if not word.startswith('-')]
    verb, names = words[0], words[1:]
    if verb == 'stop' or verb == 'reset-failed':
        missing = [name for name in names if not os.path.exists(unit_file(name))]
        for name in names:
            if name not in missing:
                os.unlink(unit_file(name))
        if missing and verb == 'stop':
            sys.stderr.write(f'Failed to stop {missing[0]}: Unit {missing[0]} not loaded.\n')
            return 5
        return 0
    service = device.path(f'services/{names[0] if names else ""}')
    if verb in ('start', 'restart') and os.path.isfile(service):
        return subprocess.run([service, verb], check=False).returncode
    if verb == 'is-active':
        states = ['active' if is_active(name) else 'inactive' for name in names]
        print('\n'.join(states))
        return 0 if 'active' in states else 3
    if verb in ('enable', 'disable', 'is-enabled'):
        return at_boot(verb, names[0])
    if verb == 'reboot':
        return reboot()
    if verb in ('list-timers', 'list-units'):
        for file in sorted(os.listdir(device.path('units'))):
            print(file.replace('.json', '.timer'))
        return 0
    return 0


def units_folder():
    """The units' folder of a host, whose files are below root/, or of a switch."""
    return device.path('root/etc/systemd/system' if os.path.isdir(device.path('root')) else 'etc/systemd/system')


def at_boot(verb, name):
    unit = os.path.join(units_folder(), name)
    wanted = os.path.join(units_folder(), 'multi-user.target.wants')
    link = os.path.join(wanted, name)
    if verb == 'is-enabled':
        print('enabled' if os.path.lexists(link) else 'disabled')
        return 0 if os.path.lexists(link) else 1
    if verb == 'disable':
        if os.path.lexists(link):
            os.unlink(link)
        return 0
    if not os.path.exists(unit):
        sys.stderr.write(f'Failed to enable unit: Unit file {name} does not exist.\n')
        return 1
    os.makedirs(wanted, exist_ok=True)
    if not os.path.lexists(link):
        os.symlink(unit, link)
    return 0


def reboot():
    """Clears the kernel's state and /run, then runs the enabled units."""
    services = os.listdir(device.path('services')) if os.path.isdir(device.path('services')) else []
    if services:
        for name in services:
            subprocess.run([device.path(f'services/{name}'), 'stop'], check=False)
        shutil.rmtree(device.path('units'), ignore_errors=True)
        start_enabled()
        for name in services:
            subprocess.run([device.path(f'services/{name}'), 'start'], check=False)
        return 0
    for name in ('units', 'root/run', 'root/sys', 'shown'):
        shutil.rmtree(device.path(name), ignore_errors=True)
    if os.path.exists(device.path('state.json')):
        os.unlink(device.path('state.json'))
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([sys.executable, '-B', '-E', '-s', '-S', os.path.join(here, 'commands.py'), 'make-root'], check=False)
    start_enabled()
    return 0


def start_enabled(environment=None):
    wanted = os.path.join(units_folder(), 'multi-user.target.wants')
    for name in sorted(os.listdir(wanted)) if os.path.isdir(wanted) else []:
        if os.path.exists(os.path.join(wanted, name)):
            with open(os.path.join(wanted, name)) as unit:
                lines = unit.read().splitlines()
            conditions = [line.split('=', 1)[1] for line in lines if line.startswith('ConditionPathExists=')]
            for line in lines if all(os.path.exists(path) for path in conditions) else ():
                if line.startswith('ExecStart='):
                    command = line.split('=', 1)[1].split()
                    subprocess.run(command if command[0] == '/bin/sh' else ['/bin/sh', *command], env=environment, check=False)


def restart_switch(keeps):
    """Clears timers and /run but not the jobs of at, then runs the enabled units."""
    switch = __import__('sonic_cli' if os.path.exists(device.path('bin/sonic-cli')) else 'sonic')
    for name in os.listdir(device.path('units')):
        if not name.startswith('at-'):
            os.unlink(device.path(f'units/{name}'))
    device.write_file('proc/sys/kernel/random/boot_id', f'{time.time()}\n')
    switch.restart(keeps)
    here = os.path.dirname(os.path.abspath(__file__))
    start_enabled(os.environ | {
        'ROCELINT_DEVICE_ROOT': device.FOLDER, 'PATH': device.path('bin') + ':/usr/sbin:/usr/bin:/sbin:/bin',
        'PYTHONPATH': os.path.join(here, 'sonic_site') + ':' + device.path('site')})
    return 0


def wait_and_run(file):
    """The unit's process. It ends when its file is gone, so that nothing outlives a test's folder."""
    while True:
        try:
            with open(file) as unit:
                wanted = json.load(unit)
        except (OSError, ValueError):
            return
        if device.is_over(wanted['until']):
            break
        time.sleep(min(0.02, max(0, wanted['until'] - time.time())))
    running = file.replace('.json', '.running')
    try:
        os.rename(file, running)
    except OSError:
        return
    with open(file.replace('.json', '.log'), 'w') as log:
        subprocess.run(wanted['command'], stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    os.unlink(running)


if __name__ == '__main__':
    wait_and_run(sys.argv[1])
