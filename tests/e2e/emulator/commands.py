# SPDX-License-Identifier: Apache-2.0
"""Commands of a device with a shell, first on its PATH: commands.py NAME ARGUMENT…"""
import contextlib
import io
import os
import sys

import device

MODULES = {'nv': 'nvue', 'clish': 'os10', 'sonic-cli': 'sonic_cli', 'cli-cfggen': 'sonic_cli', 'config': 'sonic', 'show': 'sonic', 'sonic-cfggen': 'sonic', 'sonic-db-cli': 'sonic', 'decode-syseeprom': 'sonic',
           'reboot': 'units', 'warm-reboot': 'units', 'fast-reboot': 'units',
           'systemd-run': 'units', 'systemctl': 'units', 'at': 'units', 'atq': 'units', 'atrm': 'units',
           'mlnx_qos': 'linux_host', 'ethtool': 'linux_host', 'ip': 'linux_host', 'rdma': 'linux_host',
           'hostname': 'linux_host', 'lldpcli': 'linux_host', 'cma_roce_tos': 'linux_host', 'cma_roce_mode': 'linux_host',
           'make-root': 'linux_host'}


def only_shows(name, arguments):
    words = ' '.join(arguments)
    return name in ('rdma', 'hostname', 'lldpcli') or (name == 'ip' and ' set ' not in words) or (
        name == 'ethtool' and not arguments[0].startswith(('-A', '--set'))) or (name == 'mlnx_qos' and len(arguments) == 2)


def run_and_keep(module, name, arguments):
    """Runs a read-only command. Its output and that of similar ones is cached, so that the next call needs
    no Python process (device.cpp). Any change of state clears the cache (device.py), and so does a test
    that changes the device's behaviour. While a link is down the cache is valid until one second before it comes up."""
    if device.control().get('slow'):
        return module.run(name, arguments)
    faults = [one.get('match', '') for one in device.control().get('faults', [])]
    until = module.steady_until()  # may make the state, which clears the cache
    os.makedirs(device.path('shown'), exist_ok=True)
    if until:
        device.write_file('shown/.until', str(int(until)) + '\n')
    status = None
    for other in [[name, *arguments], *module.shown()]:
        command = ' '.join(other)
        if status is not None and (command == ' '.join([name, *arguments]) or any(match in command for match in faults)):
            continue
        printed, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            failed = module.run(other[0], other[1:])
        if status is None:
            status = failed
            sys.stdout.write(printed.getvalue())
            sys.stderr.write(said.getvalue())
        if '/' not in command and not any(match in command for match in faults):
            with contextlib.suppress(OSError):  # the state changed meanwhile
                device.write_file(f'shown/{command}{".failed" if failed else ""}', said.getvalue() if failed else printed.getvalue())
    return status


def main():
    name, arguments = sys.argv[1], sys.argv[2:]
    module = __import__(MODULES[name])
    command = ' '.join([name, *arguments])
    device.log(command)

    def refuse(text):
        sys.stderr.write((text or f'{name}: refused') + '\n')
        return 1
    shows = MODULES[name] == 'linux_host' and only_shows(name, arguments)
    run = (lambda: run_and_keep(module, name, arguments)) if shows else (lambda: module.run(name, arguments))
    sys.exit(device.around(command, run, refuse, lambda: module.say_ok(name, arguments)) or 0)


if __name__ == '__main__':
    main()
