# SPDX-License-Identifier: Apache-2.0
"""Commands of a device with a shell, first on its PATH: commands.py NAME ARGUMENT…"""
import contextlib
import io
import os
import sys

import device

MODULES = {'config': 'sonic', 'show': 'sonic', 'sonic-cfggen': 'sonic', 'sonic-db-cli': 'sonic',
           'systemd-run': 'units', 'systemctl': 'units', 'at': 'units', 'atq': 'units', 'atrm': 'units',
           'mlnx_qos': 'linux_host', 'ethtool': 'linux_host', 'ip': 'linux_host', 'rdma': 'linux_host',
           'hostname': 'linux_host', 'lldpcli': 'linux_host', 'cma_roce_tos': 'linux_host', 'cma_roce_mode': 'linux_host',
           'make-root': 'linux_host'}


def only_shows(name, arguments):
    words = ' '.join(arguments)
    return name in ('rdma', 'hostname', 'lldpcli') or (name == 'ip' and ' set ' not in words) or (
        name == 'ethtool' and not arguments[0].startswith(('-A', '--set'))) or (name == 'mlnx_qos' and len(arguments) == 2)


def run_and_keep(module, name, arguments):
    """Runs a command that only shows something, and keeps what it printed for the next time, which is then no process of
    Python. Whatever changes the state throws that away, and so does a test that changes what the device does."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = module.run(name, arguments)
    sys.stdout.write(printed.getvalue())
    command = ' '.join([name, *arguments])
    if status == 0 and '/' not in command and not {'faults', 'slow', 'hurry'} & set(device.control()) and module.is_steady():
        os.makedirs(device.path('shown'), exist_ok=True)
        device.write_file('shown/' + command, printed.getvalue())
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
