#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""host_tools.py ROCELINT: what lldptool, dcb, ethtool and ip print on this machine is read without an unrecognised line.

lldpad runs in a network of its own, with two interfaces that are the ends of one cable. Where the kernel or the user's
rights do not let a tool print anything, that part is reported and left out.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'support'))
import skipping  # noqa: E402

# Prints a transcript: each command behind "+ ", as `sh -x` does. lldpad sends after it has seen the link for a while.
LLDPAD = '''
mount -t tmpfs none /dev/shm && ip link set lo up && ip link add v0 type veth peer name v1 || exit 77
ip link set v0 up && ip link set v1 up || exit 77
lldpad -p -f lldpad.conf > lldpad.log 2>&1 &
pid=$!
trap 'kill $pid' EXIT
for try in 1 2 3 4 5 6 7 8 9 10; do lldptool -ping > /dev/null 2>&1 && break; sleep 0.3; done
for port in v0 v1; do
    lldptool -L -i $port adminStatus=rxtx
    for tlv in sysName sysDesc sysCap portDesc; do lldptool -T -i $port -V $tlv enableTx=yes; done
done > /dev/null
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    lldptool -t -n -i v0 | grep -q . && break
    sleep 0.5
done
for port in v0 v1; do
    for words in "-t -i $port -V PFC -c" "-t -i $port -V ETS-CFG -c" "-t -i $port -V APP -c" "-l -i $port adminStatus" \
        "-t -i $port" "-t -n -i $port"; do
        echo "+ lldptool $words"
        lldptool $words
    done
done
'''
BY_INTERFACE = ('ethtool --json -a {}', 'ethtool --json --show-fec {}', 'dcb -j pfc show dev {}', 'dcb -j ets show dev {}',
                'dcb -j app show dev {}', 'dcb pfc show dev {}', 'dcb ets show dev {}', 'dcb app show dev {}',
                'ip -j -d link show {}', 'ip -d link show {}', 'ethtool -i {}', 'ethtool -a {}')


def of_lldpad(folder):
    for tool in ('lldpad', 'lldptool', 'unshare'):
        if shutil.which(tool) is None:
            skipping.note('lldpad', f'{tool} is not installed')
            return ''
    (folder / 'lldpad.conf').touch()
    (folder / 'lldpad.sh').write_text(LLDPAD, encoding='utf-8')
    # Its own network, processes and shared memory: lldpad ends with the script, and leaves nothing behind.
    command = ['unshare', '-n', '-i', '-m', '-p', '-f', '--kill-child', 'sh', 'lldpad.sh']
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired:
        skipping.note('lldpad', 'lldpad did not answer')
        return ''
    if 'System Name TLV' not in done.stdout:
        skipping.note('lldpad', 'the kernel does not let lldpad speak on a network of its own')
        return ''
    return done.stdout


def of_interfaces():
    text = ''
    names = sorted(path.name for path in pathlib.Path('/sys/class/net').iterdir() if path.is_dir())
    for command in BY_INTERFACE:
        tool = command.split()[0]
        if shutil.which(tool) is None:
            skipping.note(command.split(' {')[0], f'{tool} is not installed')
            continue
        for name in names[:4]:
            words = command.format(name)
            done = subprocess.run(words.split(), capture_output=True, text=True, check=False)
            text += f'+ {words}\n{done.stderr}{done.stdout}'
            text += '' if text.endswith('\n') else '\n'
    return text


def main():
    rocelint = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        transcript = '+ hostname\nhost1\n' + of_lldpad(folder) + of_interfaces()
        site = folder / 'site'
        site.mkdir()
        (site / 'host1.txt').write_text(transcript, encoding='utf-8')
        done = subprocess.run([rocelint, 'check', '--strict-coverage', '--verbose', 'site'], cwd=folder, capture_output=True,
                              text=True, check=False)
        assert ' 0 unrecognised' in done.stdout + done.stderr, done.stdout + done.stderr + transcript


if __name__ == '__main__':
    main()
