#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mlxconfig_database.py ROCELINT ROOT: the firmware parameters that we read, held against the database of mstflint.

The database lists each parameter's name, type and size in bits. Every name that the reader has must be in it, every
parameter of it must be taken without an unrecognised line, and of those that are read the largest number that fits into
the field must be taken. The next number must be refused where the model bounds the value, as it does DSCPs and priorities.
"""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'support'))
import skipping  # noqa: E402

DATABASE = '/usr/share/mstflint/mlxconfig_dbs/mlxconfig_host.db'
BOUNDED = ('CNP_802P_PRIO', 'CNP_DSCP', 'ROCE_CC_PRIO_MASK')
HOST = '''root@gpu1:~# ethtool -i ens1f0np0
driver: mlx5_core
bus-info: 0000:1a:00.0
root@gpu1:~# rdma link show
link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
root@gpu1:~# mlxconfig -d mlx5_0 -e q
Device #1:
----------
Device:             mlx5_0
Configurations:                                      Default              Current              Next Boot
'''


def parameters():
    """Name, type, words of the enumeration and bits of every parameter that mlxconfig shows."""
    with sqlite3.connect(f'file:{DATABASE}?mode=ro', uri=True) as database:
        rows = database.execute('SELECT mlxconfig_name, type, textual_values, size FROM params'
                                ' WHERE mlxconfig_name IS NOT NULL AND mlxconfig_name != ""').fetchall()
    # A size is "BYTES.BITS", as "0x0.8".
    return {name: (kind, words or '', int(size.split('.')[0], 16) * 8 + int(size.split('.')[1]))
            for name, kind, words, size in rows}


def shown(kind, words, number):
    """A value as mlxconfig prints it."""
    if kind == 'BOOL':
        return 'True(1)' if number else 'False(0)'
    for word in words.split(',') if kind == 'ENUM' else ():
        label, _, value = word.partition('=')
        if int(value, 16) == number:
            return f'{label}({number})'
    return str(number)


def states(rocelint, lines):
    """State of each line of a capture with these lines of mlxconfig, as `debug coverage` has it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'gpu1.txt'
        path.write_text(HOST + ''.join(lines), encoding='utf-8')
        run = subprocess.run([rocelint, 'debug', 'coverage', str(path)], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
    found = {}
    for line in run.stdout.splitlines():
        match = re.match(r'\s*(?:\S+:)?\d*:?\s*(read|irrelevant|unsupported|unrecognised)\b.*?\b([A-Z][A-Za-z0-9_]{2,})\s', line)
        if match:
            found[match[2]] = match[1]
    return found


def line_of(name, value):
    return f'        {name:<43} {value:<20} {value:<20} {value}\n'


def main():
    rocelint, root = sys.argv[1:]
    if not pathlib.Path(DATABASE).exists():
        skipping.skip('mstflint is not installed')
    known = parameters()
    source = (pathlib.Path(root) / 'drivers/firmware_parameters.h').read_text(encoding='utf-8')
    named = set(re.findall(r'^ +\{"([A-Z][A-Z0-9_]+)",', source, re.MULTILINE))
    # Fewer would mean that the table of the reader has moved.
    assert len(named) > 20, named
    faults = [f'{name}: the database has no such parameter' for name in sorted(named - known.keys())]

    def spelled(name):
        return name if name in ('ATS_ENABLED', 'ROCE_ADAPTIVE_ROUTING_EN', 'USER_PROGRAMMABLE_CC') else f'{name}_P1'

    lowest = {spelled(name): shown(kind, words, 1) for name, (kind, words, _) in known.items()}
    found = states(rocelint, [line_of(*one) for one in lowest.items()])
    faults += [f'{name} is not in the coverage' for name in lowest if name not in found]
    faults += [f'{name}: {state}' for name, state in found.items() if state == 'unrecognised']
    faults += [f'{name}: {found.get(spelled(name))}, not read' for name in named & known.keys()
               if found.get(spelled(name)) != 'read']

    for name in sorted(named & known.keys()):
        kind, words, bits = known[name]
        if kind != 'UNSIGNED':
            continue
        most = 2**bits - 1 if bits else 2**32 - 1
        for number, expected in ((most, 'read'), (most + 1, 'unrecognised'))[:2 if name in BOUNDED else 1]:
            state = states(rocelint, [line_of(spelled(name), number)]).get(spelled(name))
            if state != expected:
                faults.append(f'{name} of {bits} bits: {number} is {state}, not {expected}')
    print(json.dumps({'parameters': len(known), 'read': len(named)}))
    assert not faults, '\n'.join(faults)


if __name__ == '__main__':
    main()
