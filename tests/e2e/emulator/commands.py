# SPDX-License-Identifier: Apache-2.0
"""Commands of a device with a shell, first on its PATH: commands.py NAME ARGUMENT…"""
import sys

import device

MODULES = {'config': 'sonic', 'show': 'sonic', 'sonic-cfggen': 'sonic', 'sonic-db-cli': 'sonic',
           'systemd-run': 'units', 'systemctl': 'units', 'at': 'units', 'atq': 'units', 'atrm': 'units',
           'mlnx_qos': 'linux_host', 'ethtool': 'linux_host', 'ip': 'linux_host', 'rdma': 'linux_host'}


def main():
    name, arguments = sys.argv[1], sys.argv[2:]
    module = __import__(MODULES[name])
    command = ' '.join([name, *arguments])
    device.log(command)

    def refuse(text):
        sys.stderr.write((text or f'{name}: refused') + '\n')
        return 1
    sys.exit(device.around(command, lambda: module.run(name, arguments), refuse, lambda: module.say_ok(name, arguments)) or 0)


if __name__ == '__main__':
    main()
