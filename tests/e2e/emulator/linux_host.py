# SPDX-License-Identifier: Apache-2.0
"""A Linux host with two mlx5 ports, as far as a push sees it: mlnx_qos, ethtool, ip, rdma, cma_roce_*, lldpcli, hostname.

Sources: python/mlnx_qos of mlnx-tools (its output, which options exclude one another, their order; `--trust dscp` starts with DSCP / 8),
sbin/cma_roce_tos of mlnx-tools, Linux mlx5 en_dcbnl.c (the first DSCP entry
makes the port trust DSCP; a change of PFC toggles the link), ethtool(8), ip(8), rdma(8). interfaces.json in the device's
folder may name other interfaces: {"ens1f0np0": "mlx5_0", "bond0": {"link": "..", "master": "..", "kind": "bond"}}. Below root/
are the files of the host that a shell reads and writes: /sys and what else emulator/host_sh maps there. Besides what
device.py knows, the control file takes
  "link_seconds": 1        how long a link is down after a change of PFC
  "ssh_interface": "eth0"  the interface with the address that we log in to
  "counters": {"ens1f0np0": {"rx_prio3_discards": 7}}
  "no_flap_count": true    the driver does not count its link's flaps; "no_carrier": true: nor does Linux
  "active_fec": "RS"       the FEC that a link came up with
  "buffer_size": [20016, 30000, 0, 0, 0, 0, 0, 0]  the sizes of the NIC's receive buffers
"""
import contextlib
import json
import os
import sys
import time

import device

SYSFS = 'root/sys/class/net/{}/ecn/{}'
CARRIER = 'root/sys/class/net/{}/carrier_down_count'


def firmware_map():
    return {str(dscp): dscp // 8 for dscp in range(64)}


def port(rdma):
    return {'trust': 'pcp', 'dscp2prio': firmware_map(), 'pfc': [0] * 8, 'prio_tc': list(range(8)),
            'buffer': [0] * 8, 'buffer_size': [131072, 131072, 0, 0, 0, 0, 0, 0], 'cable': 7, 'mtu': 1500, 'rx_pause': 'off',
            'tx_pause': 'off', 'rdma': rdma, 'down_until': 0, 'flaps': 0, 'dcbx': 'OS', 'tsa': ['vendor'] * 8, 'bw': [0] * 8,
            'eee': 'off'}


def initial():
    try:
        with open(device.path('interfaces.json')) as file:
            named = json.load(file)
    except OSError:
        named = {'ens1f0np0': 'mlx5_0', 'ens1f1np1': 'mlx5_1', 'eth0': ''}
    interfaces = {}
    for name, told in named.items():
        told = told if isinstance(told, dict) else {'rdma': told}
        interfaces[name] = port(told.get('rdma', '')) | told
    return {'interfaces': interfaces}


def write_identity():
    """Writes what identifies a box: the board, its RDMA devices, and the installation."""
    serial, box = device.control().get('serial'), device.box()
    wanted = {'root/sys/class/dmi/id/product_uuid': serial or f'{box[:8]}-{box[8:12]}-{box[12:16]}-{box[16:20]}-{box[20:32]}',
              'root/etc/machine-id': box[:32]}
    for number, one in enumerate(one for one in initial()['interfaces'].values() if one['rdma']):
        wanted[f"root/sys/class/infiniband/{one['rdma']}/node_guid"] = f'0c42:a1{number:02x}:0003:{box[:4]}'
    for file, text in wanted.items():
        os.makedirs(os.path.dirname(device.path(file)), exist_ok=True)
        device.write_file(file, text + '\n')


def make_root():
    """Creates the /sys files of mlx5 and rdma_cm with their defaults."""
    for name, one in initial()['interfaces'].items():
        folders = [f'root/sys/class/net/{name}']
        files = {f'root/sys/class/net/{name}/type': '1'}
        if one['rdma']:
            rdma = one['rdma']
            folders += [SYSFS.format(name, f'{half}/enable') for half in ('roce_np', 'roce_rp')]
            folders += [f'root/sys/class/net/{name}/device/infiniband/{rdma}', f'root/sys/class/infiniband/{rdma}/tc/1',
                        f'root/sys/kernel/config/rdma_cm/{rdma}/ports/1']
            for half in ('roce_np', 'roce_rp'):
                files |= {SYSFS.format(name, f'{half}/enable/{priority}'): '1' for priority in range(8)}
            files |= {SYSFS.format(name, 'roce_np/cnp_dscp'): '48', SYSFS.format(name, 'roce_np/cnp_802p_prio'): '6',
                      f'root/sys/class/infiniband/{rdma}/tc/1/traffic_class': '0',
                      f'root/sys/kernel/config/rdma_cm/{rdma}/ports/1/default_roce_mode': 'RoCE v2',
                      f'root/sys/kernel/config/rdma_cm/{rdma}/ports/1/default_roce_tos': '0'}
        for folder in folders:
            os.makedirs(device.path(folder), exist_ok=True)
        for file, text in files.items():
            with open(device.path(file), 'w') as opened:
                opened.write(text + '\n')
        write_carrier(name, one)
    write_identity()
    for folder in ('run', 'etc/systemd/system', 'usr/local/sbin', 'var/lib', 'proc/net/bonding'):
        os.makedirs(device.path('root/' + folder), exist_ok=True)


def say_ok(name, arguments):
    return 0


# A port that is down until then has no cable: no timer that expires brings it up.
NEVER = 10_000_000_000


def is_up(one):
    return one['down_until'] < NEVER and device.is_over(one['down_until'])


def steady_until():
    """When the next link comes up; 0 if all are up."""
    with device.state(initial) as state:
        return min((one['down_until'] for one in state['interfaces'].values() if not is_up(one)), default=0)


def shown():
    """The commands that read a host and check its health."""
    with device.state(initial) as state:
        names = [name for name, one in state['interfaces'].items() if one['rdma']]
    wanted = ['hostname', 'rdma link', 'ip -d addr', 'ip route', 'ip -6 route', 'ip -json addr', 'ip -o link show',
              'lldpcli show neighbors -f json']
    for name in names:
        wanted += [f'mlnx_qos -i {name}', f'ethtool {name}']
        wanted += [f'ethtool {option} {name}' for option in ('-i', '-a', '--show-fec', '--show-eee', '-m', '-S')]
    return [one.split() for one in wanted]


def flap(name, one):
    again = time.time() + device.seconds(device.control().get('link_seconds', 1))
    one['down_until'] = max(one['down_until'], again)  # without a cable it stays down
    one['flaps'] += 1
    write_carrier(name, one)


def write_carrier(name, one):
    """Writes Linux's carrier counter; it starts at 1, from when the interface first came up."""
    if device.control().get('no_carrier'):
        with contextlib.suppress(OSError):
            os.unlink(device.path(CARRIER.format(name)))
    elif os.path.isdir(device.path('root')):
        device.write_file(CARRIER.format(name), f"{one['flaps'] + 1}\n")


def size_buffers(one):
    """Gives lossless priorities a buffer of their own, as a NIC does unless buffers were set by hand."""
    if not one.get('by_hand'):
        one['buffer'] = list(one['pfc'])
        one['buffer_size'] = [20016, 242000] + [0] * 6 if any(one['pfc']) else [131072, 131072] + [0] * 6


def numbers(text, most):
    values = [int(part) for part in text.split(',')]
    if len(values) != 8 or not all(0 <= value <= most for value in values):
        raise ValueError(f'bad list {text}')
    return values


ORDER = ('--dcbx', '--cable_len', '--pfc', '--dscp2prio', '--trust', '--buffer_size', '--prio2buffer', '--tsa', '--tcbw', '--prio_tc')


def mlnx_qos(arguments, state):
    flags = {'-i': '--interface', '-f': '--pfc', '-p': '--prio_tc', '-s': '--tsa', '-t': '--tcbw', '-d': '--dcbx'}
    changes = []
    pending = list(arguments)
    while pending:
        word = pending.pop(0)
        option, _, value = word.partition('=')
        option = flags.get(option, option)
        if option != '-a' and not value:
            value = pending.pop(0)
        changes.append((option, value))
    values = dict(changes)
    one = state['interfaces'].get(values.get('--interface'))
    if one is None:
        raise ValueError(f"interface {values.get('--interface')} not found")
    if '--trust' in values and '--dscp2prio' in values:
        raise ValueError('trust and dscp2prio commands cannot be used at the same time.')
    # Whatever the order of the options, they take effect in that of the program.
    changes.sort(key=lambda change: ORDER.index(change[0]) if change[0] in ORDER else -1)
    for option, value in changes:
        if option == '--pfc':
            if numbers(value, 1) != one['pfc']:
                one['pfc'] = numbers(value, 1)
                size_buffers(one)
                flap(values['--interface'], one)
        elif option == '--trust':
            if value not in ('dscp', 'pcp'):
                raise ValueError('bad trust state')
            if value != one['trust']:
                one['trust'] = value
                one['dscp2prio'] = firmware_map()
        elif option == '--dscp2prio':
            words = value.split(',')
            if words[0] != 'flush' and (words[0] not in ('set', 'del') or not 0 <= int(words[1]) <= 63 or not 0 <= int(words[2]) <= 7):
                raise ValueError('Invalid dscp2prio command. Refer to the help.')
            if one['trust'] == 'pcp' and words[0] == 'set':
                one['trust'] = 'dscp'
                one['dscp2prio'] = {str(dscp): 0 for dscp in range(64)}
            if words[0] == 'flush':
                one['trust'] = 'pcp'
                one['dscp2prio'] = firmware_map()
            elif words[0] == 'set':
                one['dscp2prio'][str(int(words[1]))] = int(words[2])
            else:
                one['dscp2prio'][str(int(words[1]))] = int(words[1]) // 8
        elif option == '--prio_tc':
            one['prio_tc'] = numbers(value, 7)
        elif option == '--prio2buffer':
            one['buffer'] = numbers(value, 7)
            one['by_hand'] = True
        elif option == '--buffer_size':
            one['buffer_size'] = numbers(value, 1 << 30)
            one['by_hand'] = True
        elif option == '--tsa':
            one['tsa'] = value.split(',')
        elif option == '--tcbw':
            one['bw'] = numbers(value, 100)
        elif option == '--dcbx':
            one['dcbx'] = {'os': 'OS', 'fw': 'Firmware'}[value]
        elif option == '--cable_len':
            if not 0 <= int(value) <= 0xffff:
                raise ValueError(f'Bad value for cable_len: {value} is not in the range 0..65535')
            one['cable'] = int(value)
        elif option not in ('--interface', '-a'):
            raise ValueError(f'no such option: {option}')
    show_qos(one)


def show_qos(one):
    print(f"DCBX mode: {one['dcbx']} controlled\nPriority trust state: {one['trust']}")
    if one['trust'] == 'dscp':
        print('dscp2prio mapping:')
        for priority in range(8):
            mapped = [dscp for dscp in range(63, -1, -1) if one['dscp2prio'][str(dscp)] == priority]
            if mapped:
                print(f"\tprio:{priority} dscp:{''.join(f'{dscp:02d},' for dscp in mapped)}")
    sizes = device.control().get('buffer_size', one['buffer_size'])
    print(f"Receive buffer size (bytes): {','.join(str(size) for size in sizes)},total_size=262016")
    print(f"Cable len: {one['cable']}\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7")
    print('\tenabled     ' + ''.join(f'{value}   ' for value in one['pfc']))
    print('\tbuffer      ' + ''.join(f'{value}   ' for value in one['buffer']))
    for traffic_class in range(8):
        inside = [priority for priority in range(8) if one['prio_tc'][priority] == traffic_class]
        if inside:
            share = f", bw: {one['bw'][traffic_class]}%" if one['tsa'][traffic_class] == 'ets' else ''
            print(f"tc: {traffic_class} ratelimit: unlimited, tsa: {one['tsa'][traffic_class]}{share}")
            for priority in inside:
                print(f'\t priority:  {priority}')


def ethtool(arguments, state):
    option = arguments[0] if arguments[0].startswith('-') else ''
    one = state['interfaces'].get(arguments[1] if option else arguments[0])
    if one is None:
        raise ValueError('Cannot get device settings: No such device')
    name = arguments[1] if option else arguments[0]
    if option == '-a':
        print(f"Pause parameters for {name}:\nAutonegotiate:\toff\nRX:\t\t{one['rx_pause']}\nTX:\t\t{one['tx_pause']}\n")
    elif option == '-A':
        values = dict(zip(arguments[2::2], arguments[3::2]))
        one['rx_pause'] = values.get('rx', one['rx_pause'])
        one['tx_pause'] = values.get('tx', one['tx_pause'])
    elif option == '-i':
        if not one['rdma']:
            print('driver: virtio_net\nversion: 1.0.0\nfirmware-version: \nbus-info: 0000:01:00.0')
            return
        print('driver: mlx5_core\nversion: 6.1.0\nfirmware-version: 28.39.1002 (MT_0000000838)\nbus-info: 0000:17:00.0')
    elif option == '-S':
        print('NIC statistics:')
        counted = device.control().get('counters', {}).get(name, {})
        for counter in ('rx_discards_phy', 'rx_prio3_pause', 'tx_prio3_pause', 'rx_prio3_discards', 'rx_bytes'):
            print(f'     {counter}: {counted.get(counter, 0)}')
        if not device.control().get('no_flap_count'):
            print(f"     link_down_events_phy: {one['flaps']}")
    elif option == '--show-fec':
        print(f"FEC parameters for {name}:\nSupported/Configured FEC encodings: Auto\nActive FEC encoding: "
              f"{device.control().get('active_fec', 'RS') if is_up(one) else 'None'}")
    elif option == '--show-eee':
        print(f"EEE settings for {name}:\n\tEEE status: {'enabled - active' if one['eee'] == 'on' else 'disabled'}")
    elif option == '--set-eee':
        one['eee'] = arguments[3]
    elif option == '-m':
        raise ValueError('netlink error: Input/output error')
    elif not option:
        print(f"Settings for {name}:\n\tSpeed: {str(one.get('speed', 400000)) + 'Mb/s' if is_up(one) else 'Unknown!'}\n\tAuto-negotiation: on\n\tLink detected: {'yes' if is_up(one) else 'no'}")
    else:
        raise ValueError(f'bad command line argument(s): {option}')


def ip(arguments, state):
    words = [word for word in arguments if not word.startswith('-')]
    if words[:2] == ['link', 'set']:
        values = words[2:]
        name = values[values.index('dev') + 1] if 'dev' in values else values[0]
        one = state['interfaces'].get(name)
        if one is None:
            raise ValueError(f'Cannot find device "{name}"')
        if 'mtu' in values:
            one['mtu'] = int(values[values.index('mtu') + 1])
        return
    ssh = device.control().get('ssh_interface', 'eth0')
    as_json = '-json' in arguments or '-j' in arguments
    if words[:1] == ['route']:
        if words[1:2] == ['get'] and as_json:
            print(json.dumps([{'dst': words[2], 'dev': ssh, 'prefsrc': '127.0.0.1', 'flags': [], 'uid': 0, 'cache': []}]))
        elif words == ['route'] and '-6' not in arguments:
            print(f'192.0.2.0/24 dev {ssh} proto kernel scope link src 192.0.2.9')
        return
    wanted = [words[-1]] if words[-1] in state['interfaces'] else list(state['interfaces'])
    rows = [(number, name, state['interfaces'][name]) for number, name in enumerate(state['interfaces'], 2) if name in wanted]
    if as_json:
        print(json.dumps([as_object(number, name, one, ssh) for number, name, one in rows]))
        return
    for number, name, one in rows:
        print(f"{number}: {name}{'@' + one['link'] if 'link' in one else ''}: <BROADCAST,MULTICAST,UP"
              f"{',LOWER_UP' if is_up(one) else ''}> mtu {one['mtu']} qdisc mq {'master ' + one['master'] + ' ' if 'master' in one else ''}"
              f"state {'UP' if is_up(one) else 'DOWN'} {'mode DEFAULT ' if words[0] == 'link' else ''}group default qlen 1000")
        if words[0] == 'addr':
            print(f'    link/ether 02:00:00:00:00:{number:02x} brd ff:ff:ff:ff:ff:ff')
            print(f'    inet {"127.0.0.1/8" if name == ssh else f"198.51.100.{number}/31"} scope global {name}')
            print('       valid_lft forever preferred_lft forever')


def as_object(number, name, one, ssh):
    made = {'ifindex': number, 'ifname': name, 'mtu': one['mtu'], 'operstate': 'UP' if is_up(one) else 'DOWN',
            'addr_info': [{'family': 'inet', 'local': '127.0.0.1' if name == ssh else f'198.51.100.{number}', 'prefixlen': 8}]}
    return made | {key: one[key] for key in ('link', 'master') if key in one}


def hostname(arguments, state):
    try:
        with open(device.path('hostname')) as file:
            print(file.read().strip())
    except OSError:
        print('host1')


def lldpcli(arguments, state):
    print(json.dumps({'lldp': {'interface': []}}, indent=2))


def cma(kind, arguments):
    """mlnx-tools' cma_roce_tos and cma_roce_mode: they write to configfs and print the value it then has."""
    values = dict(zip(arguments[::2], arguments[1::2]))
    file = device.path(f"root/sys/kernel/config/rdma_cm/{values['-d']}/ports/{values.get('-p', '1')}/default_roce_{kind}")
    given = values.get('-t' if kind == 'tos' else '-m')
    if given and kind == 'tos' and not 0 <= int(given) <= 255:
        # The kernel takes a byte (cma_configfs.c); the script goes on and prints the old value.
        sys.stderr.write('cma_roce_tos: echo: write error: Invalid argument\n')
        given = None
    if given:
        with open(file, 'w') as opened:
            opened.write((given if kind == 'tos' else f'RoCE v{given}') + '\n')
    with open(file) as opened:
        print(opened.read().strip())


def rdma(arguments, state):
    for name, one in state['interfaces'].items():
        if one['rdma']:
            states = 'state ACTIVE physical_state LINK_UP' if is_up(one) else 'state DOWN physical_state DISABLED'
            print(f"link {one['rdma']}/1 {states} netdev {name}")


def run(name, arguments):
    if name == 'make-root':
        make_root()
        return 0
    dialect = {'mlnx_qos': mlnx_qos, 'ethtool': ethtool, 'ip': ip, 'rdma': rdma, 'hostname': hostname, 'lldpcli': lldpcli,
               'cma_roce_tos': lambda arguments, state: cma('tos', arguments),
               'cma_roce_mode': lambda arguments, state: cma('mode', arguments)}
    try:
        with device.state(initial) as state:
            dialect[name](arguments, state)
    except (ValueError, KeyError, IndexError, OSError) as problem:
        sys.stderr.write(f'{name}: {problem}\n')
        return 1
    return 0
