# SPDX-License-Identifier: Apache-2.0
"""A Linux host with two mlx5 ports, as far as a push sees it: mlnx_qos, ethtool, ip, rdma.

Sources: mlnx_qos of mlnx-tools (its output), ethtool(8), ip(8), rdma(8). interfaces.json of the device's folder may name
other interfaces. Besides what device.py knows, the control file takes "link_seconds": how long a link is down after a change
of PFC (1), which an mlx5 port does.
"""
import json
import sys
import time

import device


def port(rdma):
    return {'trust': 'pcp', 'dscp2prio': {str(dscp): dscp // 8 for dscp in range(64)}, 'pfc': [0] * 8, 'prio_tc': list(range(8)),
            'buffer': [0] * 8, 'buffer_size': [131072, 131072, 0, 0, 0, 0, 0, 0], 'cable': 7, 'mtu': 1500, 'rx_pause': 'off',
            'tx_pause': 'off', 'rdma': rdma, 'down_until': 0, 'flaps': 0, 'dcbx': 'OS'}


def initial():
    try:
        with open(device.path('interfaces.json')) as file:
            named = json.load(file)
    except OSError:
        named = {'ens1f0np0': 'mlx5_0', 'ens1f1np1': 'mlx5_1', 'eth0': ''}
    return {'interfaces': {name: port(rdma) for name, rdma in named.items()}}


def say_ok(name, arguments):
    return 0


def is_up(one):
    return device.is_over(one['down_until'])


def flap(one):
    one['down_until'] = time.time() + device.seconds(device.control().get('link_seconds', 1))
    one['flaps'] += 1


def numbers(text, most):
    values = [int(part) for part in text.split(',')]
    if len(values) != 8 or not all(0 <= value <= most for value in values):
        raise ValueError(f'bad list {text}')
    return values


def mlnx_qos(arguments, state):
    flags = {'-i': '--interface', '-f': '--pfc', '-p': '--prio_tc'}
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
    for option, value in changes:
        if option == '--pfc':
            if numbers(value, 1) != one['pfc']:
                one['pfc'] = numbers(value, 1)
                flap(one)
        elif option == '--trust':
            if value not in ('dscp', 'pcp'):
                raise ValueError('bad trust state')
            one['trust'] = value
        elif option == '--dscp2prio':
            words = value.split(',')
            if words[0] == 'flush':
                one['dscp2prio'] = {str(dscp): dscp // 8 for dscp in range(64)}
            elif words[0] == 'set':
                one['dscp2prio'][str(int(words[1]))] = int(words[2])
            else:
                one['dscp2prio'][str(int(words[1]))] = int(words[1]) // 8
        elif option == '--prio_tc':
            one['prio_tc'] = numbers(value, 7)
        elif option == '--prio2buffer':
            one['buffer'] = numbers(value, 7)
        elif option == '--buffer_size':
            one['buffer_size'] = numbers(value, 1 << 30)
        elif option == '--cable_len':
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
    print(f"Receive buffer size (bytes): {','.join(str(size) for size in one['buffer_size'])},total_size=262016")
    print(f"Cable len: {one['cable']}\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7")
    print('\tenabled     ' + ''.join(f'{value}   ' for value in one['pfc']))
    print('\tbuffer      ' + ''.join(f'{value}   ' for value in one['buffer']))
    for traffic_class in range(8):
        inside = [priority for priority in range(8) if one['prio_tc'][priority] == traffic_class]
        if inside:
            print(f'tc: {traffic_class} ratelimit: unlimited, tsa: vendor')
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
        print('driver: mlx5_core\nversion: 6.1.0\nfirmware-version: 28.39.1002 (MT_0000000838)\nbus-info: 0000:17:00.0')
    elif option == '-S':
        print('NIC statistics:')
        for counter in ('rx_discards_phy', 'rx_prio3_pause', 'tx_prio3_pause', 'rx_prio3_discards'):
            print(f'     {counter}: 0')
    elif not option:
        print(f"Settings for {name}:\n\tSpeed: 400000Mb/s\n\tLink detected: {'yes' if is_up(one) else 'no'}")
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
    wanted = [words[-1]] if words[-1] in state['interfaces'] else list(state['interfaces'])
    rows = [(number, name, state['interfaces'][name]) for number, name in enumerate(state['interfaces'], 2) if name in wanted]
    if '-json' in arguments or '-j' in arguments:
        print(json.dumps([{'ifindex': number, 'ifname': name, 'mtu': one['mtu'], 'operstate': 'UP' if is_up(one) else 'DOWN'}
                          for number, name, one in rows]))
        return
    for number, name, one in rows:
        print(f"{number}: {name}: <BROADCAST,MULTICAST,UP{',LOWER_UP' if is_up(one) else ''}> mtu {one['mtu']} qdisc mq state "
              f"{'UP' if is_up(one) else 'DOWN'} mode DEFAULT group default qlen 1000")


def rdma(arguments, state):
    for name, one in state['interfaces'].items():
        if one['rdma']:
            states = 'state ACTIVE physical_state LINK_UP' if is_up(one) else 'state DOWN physical_state DISABLED'
            print(f"link {one['rdma']}/1 {states} netdev {name}")


def run(name, arguments):
    try:
        with device.state(initial) as state:
            {'mlnx_qos': mlnx_qos, 'ethtool': ethtool, 'ip': ip, 'rdma': rdma}[name](arguments, state)
    except (ValueError, KeyError, IndexError) as problem:
        sys.stderr.write(f'{name}: {problem}\n')
        return 1
    return 0
