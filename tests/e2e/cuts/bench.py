# SPDX-License-Identifier: Apache-2.0
"""One emulated device behind a real sshd, a relay that cuts connections, and a user who pushes to the device."""
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

PYTHON = '/usr/bin/python3 -B -E -s -S'
POLICY = 'version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n'
SYSTEM = ':/usr/sbin:/usr/bin:/sbin:/bin'
NETWORK_OS = {'eos': 'arista.eos.eos', 'onyx': 'mellanox.onyx.onyx', 'nxos': 'cisco.nxos.nxos', 'sonic': 'sonic', 'linux_host': 'linux',
              'junos': 'junipernetworks.junos.junos', 'nvue': 'nvidia.nvue', 'os10': 'dellemc.os10.os10',
              'sonic_cli': 'dellemc.enterprise_sonic.sonic', 'aoscx': 'arubanetworks.aoscx.aoscx',
              'vrp': 'community.network.ce', 'opensm': 'opensm'}
PLATFORMS = list(NETWORK_OS)
# The programs that a subnet manager's host needs: the real opensm over a simulated subnet.
OF_MANAGER = ('/usr/sbin/opensm', '/usr/bin/ibsim', '/usr/sbin/sminfo', '/usr/bin/unshare', '/usr/bin/nsenter', '/usr/bin/setpriv')
# What a push has to put right, in each platform's base example.
WRONG = {'eos': [('mtu 9214', 'mtu 1500')], 'onyx': [('mtu 9216', 'mtu 1500')],
         'nxos': [('no switchport\n  mtu 9216', 'no switchport\n  mtu 1500'), ('feature lldp', 'feature lldp\nfeature scheduler')],
         'sonic': [('"mtu": "9100"', '"mtu": "1500"')], 'nvue': [('link mtu 9216', 'link mtu 1500')],
         'os10': [('mtu 9216', 'mtu 1500')], 'sonic_cli': [('mtu 9216', 'mtu 1500')],
         'aoscx': [('mtu 9198', 'mtu 1500')], 'vrp': [('jumboframe enable 9216', 'jumboframe enable 1600')],
         'junos': [('mtu 9216', 'mtu 1500')]}
HOST = ('{"ens1f0np0": {"rdma": "mlx5_0", "speed": 400000, "trust": "pcp", "pfc": [0, 0, 0, 1, 0, 0, 0, 0], "buffer": [0, 0, 0, 1, 0, 0, 0, 0], '
        '"buffer_size": [20016, 242000, 0, 0, 0, 0, 0, 0], "mtu": 9000}, "eth0": ""}')
COMMANDS = {'sonic': 'config show sonic-cfggen sonic-db-cli decode-syseeprom systemd-run systemctl at atq atrm',
            'linux_host': 'cma_roce_tos cma_roce_mode systemd-run systemctl', 'os10': 'clish systemd-run systemctl',
            'sonic_cli': 'sonic-cli sonic-db-cli decode-syseeprom systemd-run systemctl', 'nvue': 'nv', 'opensm': 'systemd-run systemctl'}


def can_play(platform):
    return platform != 'opensm' or os.geteuid() == 0 and all(os.access(tool, os.X_OK) for tool in OF_MANAGER)


def write(path, text, mode=0o600):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def read(path):
    try:
        with open(path, encoding='utf-8', errors='replace') as file:
            return file.read()
    except OSError:
        return ''


def wait_for(condition, seconds):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


class Tools:
    """What all devices of a run share: the programs, keys, and the configurations that are wrong."""

    def __init__(self, program, emulate, source, folder):
        self.program, self.emulate, self.source, self.folder = program, emulate, source, folder
        for name in ('user', 'host'):
            subprocess.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', f'{folder}/{name}'], check=True)
        self.host_key = ' '.join(read(f'{folder}/host.pub').split()[:2])
        os.makedirs('/run/sshd', exist_ok=True)

    def script(self, name):
        return f'{self.source}/tests/e2e/emulator/{name}'

    def wrong_configuration(self, platform):
        if platform == 'linux_host':
            return HOST
        if platform == 'opensm':
            return re.search(r'R"\((.*?)\)"', read(f'{self.source}/tests/e2e/manager_files.h'), re.S)[1]
        text = ''
        for name in ('base_example.h', 'base_example.cpp'):
            text += read(f'{self.source}/drivers/{platform}/{name}')
        text = re.search(r'R"(\w*)\((.*?)\)\1"', text, re.S)[2].replace('@NAME@', 'leaf1')
        for right, wrong in WRONG[platform]:
            assert right in text, (platform, right)
            text = text.replace(right, wrong)
        return self.as_xml(text) if platform == 'junos' else text

    def as_xml(self, text):
        """A text of Junos as the XML of its NETCONF, by the device that is made from it."""
        folder = f'{self.folder}/text'
        write(f'{folder}/leaf1.conf', text)
        write(f'{folder}/topology.yaml', 'version: 1\nlinks: []\n')
        run = subprocess.Popen([self.emulate, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            for line in run.stdout:
                if line.startswith('# leaf1: '):
                    return read(line.split(': ', 1)[1].strip() + '/configuration.xml')
            raise AssertionError('no device was made')
        finally:
            run.stdin.close()
            run.wait()


class Relay:
    """Stands before a server on 127.0.0.1. `most` bytes of the server pass on each connection from the next one on, or all (None)."""

    def __init__(self, server):
        self.server, self.most, self.passed, self.cuts, self.ends = server, None, 0, 0, False
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def cut_at(self, most):
        """Cuts the next connection that gets that far; those after it pass."""
        self.most = most

    def run(self):
        while not self.ends:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            server = socket.create_connection(('127.0.0.1', self.server))
        except OSError:
            client.close()
            return
        threading.Thread(target=self.pump, args=(client, server), daemon=True).start()
        passed = 0
        try:
            while data := server.recv(4096):
                if self.most is not None and passed + len(data) >= self.most:
                    client.sendall(data[:max(0, self.most - passed)])
                    self.most, self.cuts = None, self.cuts + 1
                    break
                client.sendall(data)
                passed += len(data)
                self.passed = max(self.passed, passed)
        except OSError:
            pass
        close(client, server)

    def pump(self, client, server):
        try:
            while data := client.recv(4096):
                server.sendall(data)
        except OSError:
            pass
        close(client, server)

    def close(self):
        self.ends = True
        self.listener.close()


def close(*sockets):
    for one in sockets:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        one.close()


class Device:
    def __init__(self, tools, platform, folder, control='{}', dialect=None):
        self.tools, self.platform, self.folder = tools, platform, folder
        os.makedirs(folder, exist_ok=True)
        self.control(control)
        write(f'{folder}/box', 'leaf1')
        wrong = tools.wrong_configuration(platform)
        name = {'sonic': 'config_db.json', 'linux_host': 'interfaces.json', 'junos': 'configuration.xml',
                'opensm': 'etc/opensm/opensm.conf'}.get(platform, 'startup-config')
        write(f'{folder}/{name}', wrong)
        self.holder = self.start_manager() if platform == 'opensm' else None
        self.start(dialect)

    def start(self, dialect):
        folder, platform, tools = self.folder, self.platform, self.tools
        lines, environment = [], [f'EMULATOR_STATE={folder}']
        if platform in COMMANDS:
            environment.append(f'PATH={self.commands()}{SYSTEM}')
        if platform in ('eos', 'onyx', 'nxos', 'os10', 'sonic_cli', 'aoscx', 'vrp'):
            lines.append(f'ForceCommand {dialect or f"exec {PYTHON} " + tools.script("cli.py") + " " + platform}')
        if platform in ('os10', 'sonic_cli', 'sonic'):
            environment.append(f'ROCELINT_DEVICE_ROOT={folder}')
            write(f'{folder}/run/systemd/system/.keep', '')
            write(f'{folder}/proc/sys/kernel/random/boot_id', 'the-first-boot\n')
            os.makedirs(f'{folder}/etc/systemd/system', exist_ok=True)
        if platform == 'sonic':
            write(f'{folder}/site/config/__init__.py', '')
            write(f'{folder}/site/config/main.py', 'def reload(filename):\n    flush_and_load(filename)\n')
            write(f'{folder}/bin/pgrep', '#!/bin/sh\ncat "$EMULATOR_STATE/processes" 2>/dev/null\n', 0o700)
            environment.append(f'PYTHONPATH={tools.script("sonic_site")}:{folder}/site')
        if platform == 'nvue':
            environment.append(f'HOME={folder}')
        if platform == 'linux_host':
            write(f'{folder}/hostname', 'leaf1\n')
        if platform == 'junos':
            lines.append(f'Subsystem netconf {dialect or PYTHON + " " + tools.script("junos.py")}')
        with socket.create_server(('127.0.0.1', 0)) as free:
            self.port = free.getsockname()[1]
        write(f'{folder}/authorized_keys', read(f'{tools.folder}/user.pub'))
        config = write(f'{folder}/sshd_config', '\n'.join([
            f'Port {self.port}', 'ListenAddress 127.0.0.1', f'HostKey {tools.folder}/host', f'AuthorizedKeysFile {folder}/authorized_keys',
            'PidFile none', 'StrictModes no', 'UsePAM no', 'PermitRootLogin yes', 'PrintMotd no', 'PrintLastLog no', 'PasswordAuthentication no',
            'KbdInteractiveAuthentication no', 'MaxStartups 200:30:300', 'MaxSessions 200', *lines,
            'SetEnv SHLVL=5 ' + ' '.join(environment)]) + '\n')
        with open(f'{folder}/sshd.log', 'w', encoding='utf-8') as log:
            self.server = subprocess.Popen(['/usr/sbin/sshd', '-D', '-e', '-f', config], stderr=log)
        assert wait_for(self.accepts, 20), read(f'{folder}/sshd.log')

    def accepts(self):
        try:
            socket.create_connection(('127.0.0.1', self.port)).close()
            return True
        except OSError:
            return False

    def start_manager(self):
        """Starts a subnet and its opensm in namespaces of their own, which end with the process that is returned."""
        with open(f'{self.folder}/holder.log', 'w', encoding='utf-8') as log:
            holder = subprocess.Popen(['/bin/sh', f'{self.tools.source}/tests/e2e/subnet_manager_host.sh', self.folder],
                                      stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        started = wait_for(lambda: read(f'{self.folder}/holder') or holder.poll() is not None, 120)
        assert started and holder.poll() is None, read(f'{self.folder}/holder.log')
        return holder

    def commands(self):
        folder = f'{self.folder}/bin'
        for name in COMMANDS[self.platform].split():
            write(f'{folder}/{name}', f'#!/bin/sh\nexec {PYTHON} {self.tools.script("commands.py")} {name} "$@"\n', 0o700)
        write(f'{folder}/sudo', '#!/bin/sh\n[ "$1" = -n ] && shift\n[ "$1" = -u ] && shift 2\nexec "$@"\n', 0o700)
        if self.platform == 'linux_host':
            for name in ('mlnx_qos', 'ethtool', 'ip', 'rdma', 'hostname', 'lldpcli'):
                write(f'{folder}/{name}', f'#!/bin/sh\nexec /bin/sh {self.tools.script("host_show")} {name} "$@"\n', 0o700)
            write(f'{folder}/sh', f'#!/bin/sh\nexec /bin/sh {self.tools.script("host_sh")} "$@"\n', 0o700)
        if self.platform == 'opensm':
            # Our scripts run in the namespaces of the subnet; a restart of opensm is asked of the script that holds them.
            write(f'{folder}/sh', '#!/bin/sh\nread -r holder < "$EMULATOR_STATE/holder"\nexec nsenter -t "$holder" -m -n /bin/sh "$@"\n', 0o700)
            for name in ('sminfo', 'smpquery'):
                write(f'{folder}/{name}', f'#!/bin/sh\nSIM_HOST=host1 exec ibsim-run /usr/sbin/{name} "$@"\n', 0o700)
            write(f'{self.folder}/services/opensm.service', '#!/bin/sh\necho "$$ $1" > "$EMULATOR_STATE/service.asked"\n'
                  'until grep -qx $$ "$EMULATOR_STATE/service.done" 2> /dev/null; do sleep 0.05; done\n', 0o700)
        if self.platform == 'sonic_cli':
            write(f'{folder}/sonic-cfggen', f'#!/bin/sh\nexec {PYTHON} {self.tools.script("commands.py")} cli-cfggen "$@"\n', 0o700)
        return folder

    def control(self, text):
        write(f'{self.folder}/control.json.new', text)
        os.rename(f'{self.folder}/control.json.new', f'{self.folder}/control.json')
        shutil.rmtree(f'{self.folder}/shown', ignore_errors=True)

    def state(self):
        """What is in force, what a restart would bring, and what a push left there."""
        if self.holder:
            wait_for(self.has_read_files, 5)
        name = 'subnet-manager' if self.platform == 'opensm' else self.platform.replace('_', '-')
        told = subprocess.run(PYTHON.split() + [self.tools.script('tell_state.py'), name],
                              env={'EMULATOR_STATE': self.folder}, stdout=subprocess.PIPE, text=True, check=True).stdout
        return (told.split('\n') + ['', '', ''])[:3]

    def has_read_files(self):
        """Whether opensm runs with the values of its file; a signal makes it read them a little later."""
        options = dict(re.findall(r'^(\w+) (\S+)', read(f'{self.folder}/etc/opensm/opensm.conf'), re.M))
        loaded = dict(re.findall(r'Loading Cached Option:(\w+) = (\S+)', read(f'{self.folder}/opensm.out')))
        return all(loaded.get(name, default) == options.get(name, default) for name, default in (('sweep_interval', '10'), ('subnet_timeout', '18')))

    def close(self):
        for process in (self.server, self.holder):
            if process:
                process.kill()
                process.wait()


class Bench:
    """A device, a relay before it, and a user's home. `plan` is copied from another bench of the platform."""

    def __init__(self, tools, platform, folder, plan=None, control='{}', dialect=None):
        self.tools, self.platform, self.folder = tools, platform, folder
        self.device = Device(tools, platform, f'{folder}/device', control, dialect)
        self.relay = Relay(self.device.port)
        self.said, self.journal = f'{folder}/said', f'{folder}/journal'
        write(f'{folder}/home/.ssh/id_ed25519', read(f'{tools.folder}/user'))
        write(f'{folder}/home/.ssh/known_hosts', f'[127.0.0.1]:{self.relay.port} {tools.host_key}\n')
        self.inventory = write(f'{folder}/inventory.yaml', 'all:\n  hosts:\n    leaf1:\n      ansible_host: 127.0.0.1\n'
                               f'      ansible_port: {self.relay.port}\n      ansible_user: root\n'
                               f'      ansible_network_os: {NETWORK_OS[platform]}\n')
        write(f'{folder}/rocelint.yaml', POLICY)
        self.plan = plan or f'{folder}/plan.json'

    def start(self, words):
        with open(self.said, 'a', encoding='utf-8') as log:
            return subprocess.Popen([self.tools.program, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                                    env={'HOME': f'{self.folder}/home', 'PATH': '/usr/bin:/bin', 'ASAN_OPTIONS': 'detect_leaks=0',
                                         'ROCELINT_STATE_KEY': 'of-all-runs-of-the-bench-together'})

    def run(self, *words, seconds=400):
        process = self.start(words)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return 'it did not end'

    def push_words(self, *more):
        return ['push', self.plan, '--yes', '--inventory', self.inventory, '--journal', self.journal, '--retries', '0',
                '--observe', '0', '--settle', '1', '--connect-timeout', '40', *more]

    def resume_words(self):
        return ['push', '--resume', self.journal, '--yes', '--inventory', self.inventory, '--observe', '0', '--settle', '1']

    def make_plan(self):
        code = self.run('plan', self.inventory, '--allow-disruptive', '-o', self.plan)
        assert code == 0, read(self.said)

    def last_event(self):
        events = re.findall(r'"event": "(\w+)"', read(self.journal))
        return events[-1] if events else 'nothing'

    def let_time_pass(self, seconds=180):
        """Lets the timers of the device run out, and waits until none runs. `is_still` says whether that came about."""
        self.device.control('{"hurry": true, "release": true}')
        running = ('commit timer', 'unit', 'current', 'lock', 'candidate', 'deadman', 'rollback in progress')
        self.is_still = wait_for(lambda: not any(word in self.device.state()[2] for word in running), seconds)
        return self.device.state()

    def close(self):
        self.relay.close()
        self.device.close()


class States:
    """The state before and after the push of a platform's plan, and the plan."""

    def __init__(self, tools, platform, folder):
        bench = Bench(tools, platform, folder)
        try:
            bench.make_plan()
            self.plan = bench.plan
            self.old = bench.device.state()
            before = bench.relay.passed
            bench.relay.passed = 0
            planned = read(f'{bench.device.folder}/commands.log').count('\n')
            code = bench.run(*bench.push_words())
            assert code == 0, read(bench.said)
            self.new = bench.device.state()
            self.bytes = bench.relay.passed
            self.commands = read(f'{bench.device.folder}/commands.log').count('\n') - planned
            assert before > 0 and self.new[0] != self.old[0], read(bench.said)
        finally:
            bench.close()

    def word(self, state):
        if state[:2] == self.old[:2]:
            return 'old'
        if state[:2] == self.new[:2]:
            return 'new'
        return 'new, not saved' if [state[0], state[1]] == [self.new[0], self.old[1]] else 'NEITHER'
