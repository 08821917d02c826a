#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""host_files.py ROCELINT ROOT: the host files of the fixtures, and those that we write, held against the real tools.

netplan, systemd, udev, NetworkManager, bash and ansible-playbook each check their own files, so that no reader is tested
with a form that its tool refuses. A tool that is not installed, or whose release cannot check, is reported and left out.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'support'))
import skipping  # noqa: E402


def run(*command, folder=None):
    """What a command printed; its exit code if it failed without a word."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    text = (done.stdout + done.stderr).strip()
    return text or (f'exit code {done.returncode}' if done.returncode else '')


def netplan(path):
    with tempfile.TemporaryDirectory() as root:
        folder = pathlib.Path(root) / 'etc/netplan'
        folder.mkdir(parents=True)
        copy = folder / path.name
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o600)
        return run('netplan', 'generate', '--root-dir', root)


def unit(path):
    # The program that it starts is on the host, not here; systemd starts only files that are there.
    text = run('systemd-analyze', 'verify', '--man=no', '--recursive-errors=no', str(path))
    return '\n'.join(line for line in text.splitlines() if not line.endswith('is not executable: No such file or directory'))


def rules(path):
    done = subprocess.run(['udevadm', 'verify', str(path)], capture_output=True, text=True, check=False)
    # Later releases also judge blanks and commas, which change nothing.
    text = done.stdout + done.stderr
    lines = [line for line in text.splitlines() if re.search(r':\d+', line) and ' style: ' not in line]
    return '\n'.join(lines) if done.returncode else ''


# The settings of a keyfile that we read: the MTU, and link pause of the section [ethtool].
READ_KEYS = re.compile(r'^(mtu|pause-(?:autoneg|rx|tx))=', re.IGNORECASE)


def keyfile(path):
    """NetworkManager reads the profile, and writes it as it understood it: a key that it does not know is gone."""
    text = path.read_text(encoding='utf-8')
    done = subprocess.run(['nmcli', '--offline', 'connection', 'modify', 'connection.autoconnect', 'yes'], input=text,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip() or f'exit code {done.returncode}'
    kept = {line.strip() for line in done.stdout.splitlines()}
    lost = [line.strip() for line in text.splitlines() if READ_KEYS.match(line.strip()) and line.strip() not in kept]
    return f'NetworkManager does not keep {", ".join(lost)}' if lost else ''


def script(path):
    return run('bash', '-n', str(path))


def playbook(path):
    done = subprocess.run(['ansible-playbook', '--syntax-check', '-i', 'localhost,', path.name], cwd=path.parent,
                          capture_output=True, text=True, check=False)
    # Roles and modules of others are not installed here.
    is_missing = re.search(r"the role '.*' was not found|couldn't resolve module", done.stderr)
    return '' if done.returncode == 0 or is_missing else done.stdout + done.stderr


def kind_of(path):
    """The tool that checks a file, with its check; None for files of no such tool."""
    if path.suffix == '.service':
        return 'systemd-analyze', unit
    if path.suffix == '.rules':
        return 'udevadm', rules
    if path.suffix == '.nmconnection':
        return 'nmcli', keyfile
    if path.suffix == '.sh':
        return 'bash', script
    if path.suffix in ('.yaml', '.yml'):
        text = path.read_text(encoding='utf-8', errors='replace')
        if re.search(r'^network:\n  (?:version|renderer|ethernets):', text, re.MULTILINE):
            return 'netplan', netplan
        if re.search(r'^- (?:name: .*\n  )?hosts:', text, re.MULTILINE):
            return 'ansible-playbook', playbook
    return None


def why_not(tool):
    """Why a tool cannot check its files here; empty if it can."""
    if shutil.which(tool) is None:
        return f'{tool} is not installed'
    # systemd 254, NEWS: udevadm verify. NetworkManager 1.40, NEWS: nmcli --offline.
    probes = {'udevadm': ['udevadm', 'verify', '--help'], 'nmcli': ['nmcli', '--offline', '--version']}
    if tool in probes and subprocess.run(probes[tool], capture_output=True, check=False).returncode:
        return f'this release of {tool} cannot check files'
    return ''


def main():
    rocelint, root = sys.argv[1:]
    checked, reasons, faults = {}, {}, []
    with tempfile.TemporaryDirectory() as written:
        fixtures = pathlib.Path(root) / 'fixtures'
        intent = pathlib.Path(root) / 'fixtures/fabrics/clos-eight/fabric.yaml'
        out = pathlib.Path(written) / 'site'
        done = subprocess.run([rocelint, 'render', str(intent), '-o', str(out)], capture_output=True, text=True, check=False)
        if done.returncode or not any(out.rglob('*.service')):
            faults.append(f'render: {done.stderr}')
        files = [path for folder in (fixtures, out) for path in sorted(folder.rglob('*')) if path.is_file()]
        for path in files:
            kind = kind_of(path)
            if kind is None:
                continue
            tool, check = kind
            if tool not in reasons:
                reasons[tool] = why_not(tool)
            if reasons[tool]:
                continue
            checked[tool] = checked.get(tool, 0) + 1
            fault = check(path)
            if fault:
                faults.append(f'{os.path.relpath(path, root)}: {tool}: {fault}')
    for tool, reason in sorted(reasons.items()):
        if reason:
            skipping.note(tool, reason)
    print(', '.join(f'{count} files by {tool}' for tool, count in sorted(checked.items())))
    # bash is everywhere, and the fixtures have scripts.
    assert checked.get('bash')
    assert not faults, '\n'.join(faults)


if __name__ == '__main__':
    main()
