# SPDX-License-Identifier: Apache-2.0
"""The grammars of the emulated command lines (emulator/grammar_*.py): what manuals show is accepted, and a wrong word, a number out of
range, a reference to nothing and a line in the wrong mode are refused, in the words of the device. The base example of each platform
and what `render` writes are accepted line by line. docs/reference/push-commands.md lists the rows whose source says "assumed: ".
emulator_grammar_test.py ROCELINT SOURCE"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

sys.dont_write_bytecode = True
PROGRAM, SOURCE = sys.argv[1:3]
sys.path.insert(0, os.path.join(SOURCE, 'tests/e2e/emulator'))
sys.path.insert(0, os.path.join(SOURCE, 'tests/support'))
import grammar_aoscx
import grammar_eos
import grammar_junos
import grammar_nvue
import grammar_nxos
import grammar_onyx
import grammar_os10
import grammar_sonic_cli
import grammar_vrp
import line_grammar
import skipping

BLOCKS = {'eos': grammar_eos, 'nxos': grammar_nxos, 'os10': grammar_os10, 'sonic_cli': grammar_sonic_cli, 'aoscx': grammar_aoscx, 'vrp': grammar_vrp}
PAGE = 'docs/reference/push-commands.md'
NAMES = {'eos': 'Arista EOS', 'onyx': 'NVIDIA Onyx', 'nxos': 'Cisco NX-OS', 'os10': 'Dell OS10', 'sonic_cli': 'Enterprise SONiC',
         'aoscx': 'HPE Aruba AOS-CX', 'vrp': 'Huawei VRP', 'nvue': 'Cumulus Linux'}
# Platforms whose lines have no blocks.
FLAT = {'onyx': grammar_onyx, 'nvue': grammar_nvue}
# What a push never types: the version of a file, and modes of other features.
NOT_TYPED = re.compile(r'version |service routing |(?:end|return)$')


def typed(platform, text, refused):
    """Types a configuration, and appends what is refused, with the words of the device. Lines end in `exit` where they are indented less."""
    module = BLOCKS[platform]
    where, depths, tree = [], [], []
    for raw in text.splitlines():
        line = ' '.join(raw.split())
        if not line or line[0] in '!#' or NOT_TYPED.match(line):
            continue
        depth = len(raw) - len(raw.lstrip())
        while depths and depth <= depths[-1]:
            depths.pop()
            where.pop()
        if line == 'exit':
            continue
        found = module.GRAMMAR.find(where, line, tree)
        if isinstance(found, line_grammar.Refusal):
            refused.append((line, module.says(found, line)))
            continue
        del where[found.depth:], depths[found.depth:]
        if found.row.opens and not line.startswith('no '):
            where.append(line)
            depths.append(depth)
        if found.depth == 0:
            tree.append([line, []])
    return refused


def typed_flat(text, refused):
    lines = []
    for line in (' '.join(raw.split()) for raw in text.splitlines()):
        if not line or line[0] in '!#':
            continue
        found = grammar_onyx.find(line, lines)
        if isinstance(found, line_grammar.Refusal):
            refused.append((line, grammar_onyx.says(found, line)))
        lines.append(line)
    return refused


def refused_statements(lines):
    """The statements of NVUE that are refused, of lines that begin with `nv set`."""
    found = {line: grammar_nvue.find(line.split()[2:]) for line in lines if line.startswith('nv set ')}
    return [(line, grammar_nvue.says(one, line.split()[2:])) for line, one in found.items() if isinstance(one, line_grammar.Refusal)]


def statements(document):
    """The lines of `nv set` that a startup.yaml stands for: nested keys, of which the last may have a value."""
    path, found = [], []
    for raw in document.splitlines():
        key, colon, value = raw.partition(':')
        if not colon or raw.lstrip()[0] in '#-':
            continue
        depth = len(raw) - len(raw.lstrip())
        path = [one for one in path if one[0] < depth] + [(depth, key.strip().strip("'\""))]
        if value.strip():
            found.append(' '.join(['nv set', *(word for _, word in path), *([] if value.strip() == '{}' else [value.strip().strip("'\"")])]))
    return found


def base_example(platform):
    with open(os.path.join(SOURCE, 'drivers', platform, 'base_example.h'), encoding='utf-8') as file:
        return re.search(r'R"(\w*)\((.*?)\)\1"', file.read(), re.S)[2].replace('@NAME@', 'leaf1')


def leading_words(row):
    """The words of a row that stand in every line, without its values and choices."""
    key = row.text.partition('->')[0].partition(' / ')[0].lstrip('!- ')
    return ' '.join(re.sub(r'<[^>]*>(\.\.\.)?|\[[^]]*\]|\([^)]*\)', ' ', key).split())


def expected_line(name, module):
    """What the page says about the rows of a grammar."""
    rows = [row for rows in module.GRAMMAR.modes.values() for row in rows]
    assumed = [row for row in rows if 'assumed: ' in row.source]
    words = dict.fromkeys(leading_words(row) for row in assumed)
    return f"| {name} | {len(rows)} | {len(assumed)} | {', '.join(f'`{word}`' for word in words)} |"


class Grammars(unittest.TestCase):
    def answer(self, platform, line, where=(), there=()):
        if platform == 'onyx':
            found, says = grammar_onyx.find(line, list(there)), grammar_onyx.says
        else:
            module = BLOCKS[platform]
            found, says = module.GRAMMAR.find(list(where), line, [[one, []] for one in there]), module.says
        return says(found, line) if isinstance(found, line_grammar.Refusal) else ''

    def check(self, platform, where, good, bad, there=()):
        for line in good:
            with self.subTest(platform=platform, line=line):
                self.assertEqual(self.answer(platform, line, where, there), '')
        for line, words in bad.items():
            with self.subTest(platform=platform, line=line):
                self.assertIn(words, self.answer(platform, line, where, there) or 'accepted')

    def test_every_row_names_its_source(self):
        for module in [*BLOCKS.values(), *FLAT.values()]:
            for rows in module.GRAMMAR.modes.values():
                for row in rows:
                    self.assertTrue(row.source and len(row.source) > 10, row.text)

    def test_the_page_lists_what_is_assumed(self):
        with open(os.path.join(SOURCE, PAGE), encoding='utf-8') as file:
            page = file.read()
        for platform, name in NAMES.items():
            line = expected_line(name, BLOCKS.get(platform) or FLAT[platform])
            self.assertTrue(line in page, f'{PAGE} lacks this line:\n{line}')

    def test_every_mode_that_a_row_opens_exists(self):
        for module in BLOCKS.values():
            for rows in module.GRAMMAR.modes.values():
                for row in rows:
                    self.assertIn(row.opens or 'config', module.GRAMMAR.modes, row.text)

    def test_eos(self):
        port = ['interface Ethernet1/1']
        self.check('eos', port,
                   ['mtu 9214', 'no mtu', 'default mtu', 'priority-flow-control on', 'priority-flow-control priority 3 no-drop',
                    'no priority-flow-control priority 3', 'priority-flow-control pause watchdog port timer timeout 0.2 polling-interval auto recovery-time 0.4 forced',
                    'speed 100g-4', 'speed forced 100gfull', 'service-profile LATER', 'tx-queue 3', 'qos map dscp 26 27 to traffic-class 3', 'no qos map dscp 26'],
                   {'mtu 99999999': "% Invalid input (at token 1: '99999999')", 'mtu': '% Incomplete command', 'mtu 9214 9214': 'token 2',
                    'priority-flow-control bananas': "at token 1: 'bananas'", 'priority-flow-control priority 77 no-drop': "at token 2: '77'",
                    'priority-flow-control pause watchdog port timer timeout 0.777 polling-interval auto recovery-time 0.4': "'0.777'",
                    'bandwidth percent 30': 'token 0', 'tx-queue 8': "'8'", 'qos map dscp 64 to traffic-class 3': "'64'",
                    'no qos map bananas': "at token 3: 'bananas'", 'priority-flow-control watch-dog-interval on': "'watch-dog-interval'"})
        self.check('eos', [*port, 'tx-queue 3'],
                   ['bandwidth percent 60', 'no priority', 'priority strict', 'no random-detect ecn', 'mtu 9214', 'tx-queue 4', 'hostname leaf1',
                    'random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 0'],
                   {'bandwidth percent 101': "'101'", 'random-detect ecn minimum-threshold 150 maximum-threshold 1500': "'maximum-threshold'",
                    'random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 0': "'0'"})

    def test_nxos(self):
        there = ['class-map type qos match-any RDMA', 'policy-map type qos IN', 'policy-map type queuing OUT', 'policy-map type network-qos NQ']
        self.check('nxos', ['interface Ethernet1/1'],
                   ['mtu 9216', 'no mtu 9216', 'priority-flow-control mode on', 'priority-flow-control watch-dog-interval on interface-multiplier 10',
                    'service-policy type qos input IN', 'no service-policy type qos input IN', 'no service-policy type qos input GONE',
                    'service-policy type queuing output OUT', 'no shutdown', 'priority-flow-control watch-dog interval 200'],
                   {'mtu 99999999': '% Invalid number, range is (576:9216)', 'priority-flow-control bananas': '% Invalid command',
                    'service-policy type qos input NOTTHERE': 'ERROR: policy-map', 'service-policy type qos input OUT': 'ERROR: policy-map',
                    'pause pfc-cos 3': '% Invalid command', 'set qos-group 3': '% Invalid command', 'service-policy type network-qos NQ': '% Invalid command',
                    'service-policy type qos': '% Incomplete command', 'priority-flow-control pause watchdog': '% Invalid command'}, there)
        self.check('nxos', ['policy-map type network-qos NQ', 'class type network-qos c-8q-nq3'],
                   ['mtu 9216', 'pause pfc-cos 3', 'no pause pfc-cos 3', 'class type network-qos c-8q-nq4', 'system qos'],
                   {'pause pfc-cos 8': 'range is (0:7)', 'mtu 575': 'range is (576:9216)', 'bandwidth percent 3': '% Invalid command'}, there)
        self.check('nxos', ['policy-map type qos IN'], ['class RDMA', 'class class-default', 'no class RDMA'],
                   {'class NOTTHERE': 'ERROR: undefined class', 'class type queuing c-out-8q-q3': '% Invalid command'}, there)
        self.check('nxos', ['policy-map type queuing OUT', 'class type queuing c-out-8q-q3'],
                   ['bandwidth remaining percent 0', 'priority level 1', 'no priority', 'random-detect threshold burst-optimized ecn',
                    'random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn'],
                   {'bandwidth remaining percent 101': 'range is (0:100)', 'priority level 9': 'range is (1:8)', 'random-detect ecn bananas': '% Invalid command',
                    'random-detect minimum-threshold 150 furlongs maximum-threshold 1500 kbytes': '% Invalid command'}, there)
        self.check('nxos', [], ['class-map type qos match-any ' + 'x' * 40],
                   {'class-map type qos match-any ' + 'x' * 41: '% Invalid command', 'no bananas': '% Invalid command'})

    def test_os10(self):
        there = ['trust dscp-map MAP', 'qos-map traffic-class QUEUES', 'wred W', 'class-map type queuing Q3', 'class-map type network-qos G3',
                 'policy-map type queuing OUT', 'policy-map type network-qos PFC']
        self.check('os10', ['interface ethernet1/1/1'],
                   ['mtu 9216', 'no mtu', 'priority-flow-control mode on', 'service-policy input type network-qos PFC', 'service-policy output type queuing OUT',
                    'trust-map dscp MAP', 'qos-map traffic-class QUEUES', 'no shutdown', 'flowcontrol receive off', 'interface range ethernet1/1/1-1/1/4'],
                   {'mtu 99999999': '% Error: Illegal parameter.', 'priority-flow-control bananas': '% Error: Illegal parameter.',
                    'service-policy input type network-qos NOTTHERE': '% Error: Illegal parameter.', 'trust-map dscp NOTTHERE': '% Error',
                    'pfc-cos 3': '% Error: Unrecognized command.', 'service-policy type qos input NOTTHERE': '% Error', 'mtu': '% Error: Incomplete command.'}, there)
        self.check('os10', ['policy-map type queuing OUT'], ['class Q3', 'no class Q3'], {'class NOTTHERE': '% Error: Illegal', 'class G3': '% Error: Illegal'}, there)
        self.check('os10', ['policy-map type queuing OUT', 'class Q3'], ['bandwidth percent 60', 'priority', 'random-detect W', 'no random-detect W'],
                   {'bandwidth percent 0': '% Error: Illegal', 'random-detect NOTTHERE': '% Error: Illegal', 'pause': '% Error: Unrecognized'}, there)
        self.check('os10', ['policy-map type network-qos PFC', 'class G3'], ['pause buffer-size 300 pause-threshold 100 resume-threshold 80', 'pause', 'no pause', 'pfc-cos 3,4'],
                   {'pfc-cos 8': '% Error: Illegal', 'pause buffer-size 300 pause-threshold 100': '% Error: Incomplete'}, there)

    def test_sonic_cli(self):
        there = ['qos map dscp-tc ROCE', 'qos scheduler-policy ROCE', 'qos wred-policy ROCE']
        self.check('sonic_cli', ['interface Eth1/1'],
                   ['mtu 9216', 'no mtu', 'priority-flow-control priority 3', 'no priority-flow-control priority 3', 'queue 3 wred-policy ROCE', 'no queue 3 wred-policy',
                    'qos-map dscp-tc ROCE', 'no qos-map dscp-tc', 'scheduler-policy ROCE', 'priority-flow-control watchdog on detect-time 200', 'qos map tc-queue NEW'],
                   {'mtu 99999999': '%Error: Invalid input detected', 'priority-flow-control bananas': '%Error: Invalid', 'priority-flow-control priority 77': '%Error: Invalid',
                    'qos-map dscp-tc NOTTHERE': "%Error: No instance found for 'NOTTHERE'", 'qos-map tc-queue ROCE': '%Error: No instance found',
                    'dscp 26 traffic-class 3': '%Error: Invalid', 'queue 9 wred-policy ROCE': '%Error: Invalid'}, there)
        self.check('sonic_cli', ['interface range Eth1/1-Eth1/2'], ['mtu 9216', 'interface Eth1/1'],
                   {'qos-map dscp-tc ROCE': '%Error: Invalid', 'priority-flow-control priority 3': '%Error: Invalid'}, there)
        self.check('sonic_cli', ['qos scheduler-policy ROCE', 'queue 3'], ['type dwrr', 'weight 60', 'hostname leaf1'],
                   {'weight 101': '%Error: Invalid', 'type bananas': '%Error: Invalid', 'queue 4': '%Error: Invalid'})
        self.check('sonic_cli', ['qos map dscp-tc ROCE'], ['dscp 0-25,27-63 traffic-class 0', 'no dscp 26'],
                   {'dscp 64 traffic-class 0': '%Error: Invalid', 'dscp 26 traffic-class 8': '%Error: Invalid', 'traffic-class 3 queue 3': '%Error: Invalid'})

    def test_aoscx(self):
        there = ['qos queue-profile Q', 'qos schedule-profile S', 'qos threshold-profile T']
        self.check('aoscx', ['interface 1/1/1'],
                   ['mtu 9198', 'no mtu', 'flow-control priority rxtx 3 rx 4', 'no flow-control priority', 'apply qos threshold-profile T', 'no apply qos threshold-profile',
                    'flow-control buffer priority 3 xoff dynamic -1', 'no shutdown', 'interface 1/1/2', 'qos trust none local-priority 3'],
                   {'mtu 9199': 'Invalid input: 9199', 'flow-control bananas': 'Invalid input: bananas', 'flow-control priority rxtx 8': 'Invalid input: 8',
                    'apply qos threshold-profile NOTTHERE': '% Profile NOTTHERE does not exist.', 'mtu': '% Command incomplete.', 'map queue 3 local-priority 3': 'Invalid input'}, there)
        self.check('aoscx', [], ['qos pool 1 lossless size 40.6 percent headroom 4096 kbytes priorities 3', 'apply qos queue-profile Q schedule-profile strict', 'qos dscp-map 24,26-31 local-priority 1'],
                   {'qos pool 4 lossless size 40 percent headroom 4096 kbytes': 'Invalid input: 4', 'apply qos queue-profile Q schedule-profile GONE': '% Profile GONE'}, there)
        self.check('aoscx', ['qos schedule-profile S'], ['dwrr queue 3 weight 60', 'strict queue 7', 'no strict queue 7'], {'dwrr queue 3 weight 128': 'Invalid input: 128'})

    def test_vrp(self):
        there = ['diffserv domain ROCE', 'drop-profile RDMA']
        self.check('vrp', ['interface 100GE1/0/1'],
                   ['jumboframe enable 9216', 'undo jumboframe enable', 'trust dscp', 'trust upstream ROCE', 'undo trust upstream', 'qos queue 3 wred RDMA', 'undo portswitch',
                    'dcb pfc enable mode manual', 'dcb pfc enable P mode auto', 'dcb pfc buffer 3 hdrm 256 kbytes', 'interface 100GE1/0/2'],
                   {'jumboframe enable 9501': 'Error: Wrong parameter', 'dcb pfc bananas 3': 'Error: ', 'trust upstream NOTTHERE': 'Error: The domain does not exist.',
                    'qos queue 8 ecn': 'Error: Wrong parameter', 'jumboframe': 'Error: Incomplete command', 'no shutdown': 'Error: Unrecognized command'}, there)
        self.check('vrp', ['dcb pfc'], ['priority 3 4', 'undo priority 4', 'priority 3 deadlock-detect time 2'], {'priority 3 deadlock-detect time 16': 'Error: Wrong parameter'})

    def test_onyx(self):
        self.check('onyx', [],
                   ['interface ethernet 1/1 mtu 9216 force', 'no interface ethernet 1/1 mtu', 'interface ethernet 1/1 no switchport force', 'interface ethernet 1/1-1/4 pfc-wd',
                    'interface ethernet 1/1 no pfc-wd', 'dcb priority-flow-control priority 3 enable', 'no dcb priority-flow-control priority 3 enable', 'interface ethernet 1/1',
                    'interface ethernet 1/1 ingress-buffer iPort.pg3 map pool roce type lossless reserved 67538 xoff 18432 xon 18432 shared alpha 2',
                    'interface ethernet 1/1 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500', 'interface ethernet 1/1 qos map dscp 24 26 to switch-priority 3'],
                   {'dcb priority-flow-control priority 77 enable': 'must be in 0-7', 'interface ethernet 1/1 mtu 99999999': 'must be in 1500-9216',
                    'interface ethernet 1/1 dcb priority-flow-control mode bananas': '% Unrecognized command "bananas"', 'priority-flow-control mode on': '% Unrecognized command',
                    'interface ethernet 1/1 egress-buffer ePort.tc3 map pool NOTTHERE reserved 1500 shared alpha inf': '% Pool NOTTHERE does not exist',
                    'interface ethernet 1/1 traffic-class 9 dcb ets strict': 'must be in 0-7', 'interface ethernet 1/1 qos trust L4': '% Unrecognized command "L4"'},
                   ['pool roce size 5242880 type dynamic'])

    def test_nvue(self):
        good = ['interface swp1-2,swp4 link mtu 9216', 'qos pfc lossless-5m switch-priority 3,5', 'qos pfc unpaused', 'qos mapping default-global dscp 24,25,27-31 switch-priority 0',
                'qos egress-scheduler fabric traffic-class 3 bw-percent 60', 'qos congestion-control marking-1 traffic-class 3 max-threshold 1500000', 'qos roce enable on',
                'qos roce state enabled', 'interface swp1 qos pfc profile unpaused', 'system config auto-save state disabled', 'interface swp1 qos pfc-watchdog state enabled']
        bad = {'interface swp1 link mtu 9217': 'not in the range 552-9216', 'interface swp1 link mtu': 'Incomplete', 'qos pfc none tx disable': "'none'", 'qos pfc 3m': "'3m'",
               'qos pfc default-global switch-priority 8': 'range 0-7', 'qos mapping default-global trust l9': "'l9'", 'qos congestion-control m traffic-class 3 probability 101': 'range',
               'interface swp1 qos bananas': "'bananas'", 'bananas': "'bananas'"}
        self.assertEqual(refused_statements([f'nv set {line}' for line in good]), [])
        for line, words in bad.items():
            with self.subTest(line=line):
                self.assertIn(words, dict(refused_statements([f'nv set {line}'])).get(f'nv set {line}', 'accepted'))
        for line in ('qos', 'qos pfc lossless-5m', 'interface swp1 qos pfc profile', 'interface swp1 link mtu 9216'):
            self.assertNotIsInstance(grammar_nvue.find(line.split(), unset=True), line_grammar.Refusal, line)
        self.assertIsInstance(grammar_nvue.find([], unset=True), line_grammar.Refusal)
        self.assertIsInstance(grammar_nvue.find('qos bananas'.split(), unset=True), line_grammar.Refusal)
        self.assertEqual(refused_statements(base_example('nvue').splitlines()), [])

    def test_junos(self):
        good = ('<drop-profiles><name>p</name><interpolate><fill-level>55</fill-level><drop-probability>0</drop-probability></interpolate></drop-profiles>'
                '<forwarding-classes><class><name>rdma</name><queue-num>3</queue-num><no-loss/><pfc-priority>3</pfc-priority></class></forwarding-classes>'
                '<shared-buffer><ingress><percent>100</percent><buffer-partition><name>lossless</name><percent>80</percent></buffer-partition></ingress></shared-buffer>')
        bad = {'<drop-profiles><name>p</name><interpolate><fill-level>101</fill-level></interpolate></drop-profiles>': ('invalid-value', 'fill-level'),
               '<congestion-notification-profile><pfc-watchdog><detection>99</detection></pfc-watchdog></congestion-notification-profile>': ('invalid-value', 'detection'),
               '<schedulers><name>s</name><drop-profile-map><loss-priority>bananas</loss-priority></drop-profile-map></schedulers>': ('invalid-value', 'loss-priority'),
               '<shared-bufer/>': ('unknown-element', 'shared-bufer')}

        def said(text):
            block = ET.fromstring(f'<configuration><class-of-service>{text}</class-of-service></configuration>')
            return [(tag, element) for tag, _, element in grammar_junos.problems(block)]
        self.assertEqual(said(good), [])
        for text, expected in bad.items():
            with self.subTest(text=text):
                self.assertEqual(said(text), [expected])

    def test_junos_is_as_the_vendor_has_it(self):
        if not os.environ.get('ROCELINT_VENDOR_SCHEMAS'):
            skipping.note('Junos statements', 'ROCELINT_VENDOR_SCHEMAS is not set')
            self.skipTest('ROCELINT_VENDOR_SCHEMAS is not set')
        folder = os.path.join(os.environ['ROCELINT_VENDOR_SCHEMAS'], 'junos')
        name = next(name for name in sorted(os.listdir(folder)) if 'qfx-conf-class-of-service' in name)
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            module = file.read()
        # Statements have the indentation of the first one.
        found = re.search(r'^( *)grouping juniper-class-of-service-options \{\n(.*?)^\1\}', module, re.M | re.S)
        indentation = re.search(r'^( *)container ', found[2], re.M)[1]
        names = set(re.findall(rf'^{indentation}(?:container|list|leaf) ([\w-]+) ', found[2], re.M))
        self.assertEqual(names, {name for name in grammar_junos.STATEMENTS if not name.startswith('apply-')})
        for (_, leaf), (low, high) in grammar_junos.RANGES.items():
            ranges = re.findall(rf'leaf(?:-list)? {leaf} \{{(?:(?!\bleaf\b).)*?range "(\d+) \.\. (\d+)"', module, re.S)
            self.assertIn((str(low), str(high)), ranges, leaf)
        for (_, leaf), words in grammar_junos.CHOICES.items():
            choices = [re.findall(r'enum "([\w-]+)"', text) for text in re.findall(rf'leaf {leaf} \{{((?:(?!\bleaf\b).)*)', module, re.S)]
            self.assertTrue(any(set(words) == set(choice) for choice in choices), leaf)

    def test_base_examples(self):
        for platform in BLOCKS:
            with self.subTest(platform=platform):
                self.assertEqual(typed(platform, base_example(platform), []), [])
        self.assertEqual(typed_flat(base_example('onyx'), []), [])

    def test_what_render_writes(self):
        devices = {'leaf-eos': 'eos', 'eos-leaf1': 'eos', 'eos-spine1': 'eos', 'leaf-nxos': 'nxos', 'leaf-os10': 'os10', 'leaf-dell': 'sonic_cli', 'leaf-onyx': 'onyx'}
        seen = set()
        for fabric in ('clos-eight', 'clos-four'):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([PROGRAM, 'render', '-q', os.path.join(SOURCE, f'fixtures/fabrics/{fabric}/fabric.yaml'), '-o', folder + '/out'], check=True)
                for name, platform in devices.items():
                    path = f'{folder}/out/{name}.cfg'
                    if not os.path.exists(path):
                        continue
                    with open(path, encoding='utf-8') as file:
                        text = file.read()
                    with self.subTest(device=name):
                        self.assertEqual(typed_flat(text, []) if platform == 'onyx' else typed(platform, text, []), [])
                    seen.add(name)
        self.assertEqual(seen, set(devices))

    def test_what_render_writes_for_nvue(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, 'render', '-q', os.path.join(SOURCE, 'fixtures/fabrics/clos-eight/fabric.yaml'), '-o', folder + '/out'], check=True)
            with open(f'{folder}/out/leaf-nvue.yaml', encoding='utf-8') as file:
                lines = statements(file.read())
        self.assertGreater(len(lines), 50)
        self.assertEqual(refused_statements(lines), [])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
