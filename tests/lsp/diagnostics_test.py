# SPDX-License-Identifier: Apache-2.0
"""Diagnostics while a user types: the same that `check` reports on files, at the same places."""
import json
import os
import shutil
import subprocess

import client as lsp
from session import ROCELINT, SOURCE, errors, Session, main


INVENTORY = '''all:
  hosts:
    leaf1:
      ansible_network_os: arista.eos.eos
      maintenance: true
'''


class Diagnostics(Session):
    def test_what_is_typed_is_checked_against_the_whole_fabric(self):
        self.start()
        text, found = self.open('leaf3.cfg')
        self.assertEqual(errors(found), [])
        wrong = text.replace('priority-flow-control priority 3 no-drop', 'priority-flow-control priority 4 no-drop')
        self.assertNotEqual(wrong, text)
        found = self.edit('leaf3.cfg', 2, {'text': wrong})
        self.assertIn('PFC001', [code for code, _ in errors(found)])
        self.client.settle()
        # The other end of the link is judged again and gets diagnostics too.
        others = [uri for uri, entries in self.client.diagnostics.items()
                  if errors(entries) and not uri.endswith('/leaf3.cfg')]
        related = [place['location']['uri'] for entry in found for place in entry.get('relatedInformation', [])]
        self.assertTrue(others or any(not uri.endswith('/leaf3.cfg') for uri in related))
        self.assertEqual(errors(self.edit('leaf3.cfg', 3, {'text': text})), [])
        self.client.settle()
        self.assertFalse(any(errors(entries) for entries in self.client.diagnostics.values()))
        self.lives()

    def test_it_says_what_check_says(self):
        shutil.rmtree(self.folder)
        shutil.copytree(os.path.join(SOURCE, 'fixtures/fabrics/broken-clos'), self.folder)
        report = json.loads(subprocess.run([ROCELINT, 'check', '--format', 'json', self.folder],
                                           stdout=subprocess.PIPE, check=False).stdout)
        wanted = sorted((finding['code'], finding['file'], finding['line']) for finding in report['findings']
                        if not finding.get('waived'))
        self.start()
        self.open('leaf4.cfg')
        self.client.settle()
        told = sorted((entry['code'], uri[len('file://'):], entry['range']['start']['line'] + 1)
                      for uri, entries in self.client.diagnostics.items()
                      for entry in entries if entry['severity'] < 4)
        self.assertEqual(told, wanted)
        self.lives()

    def test_parts_of_a_text_are_replaced_by_utf16_positions(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        lines = text.split('\n')
        number = next(index for index, line in enumerate(lines) if 'priority 3 no-drop' in line)
        place = {'line': number, 'character': 0}
        # A comment with characters of one, two, three and four bytes, the last of which are two UTF-16 units.
        remark = '! \u00e4\u20ac\U0001f600 '
        self.client.change(self.path('leaf3.cfg'), 2, {'range': {'start': place, 'end': place}, 'text': remark + '\n'})
        end = {'line': number, 'character': len(remark.encode('utf-16-le')) // 2}
        begin = {'line': number, 'character': end['character'] - 3}
        column = lines[number].index('3 no-drop')
        found = self.edit('leaf3.cfg', 3,
                          {'range': {'start': begin, 'end': end}, 'text': ''},
                          {'range': {'start': {'line': number + 1, 'character': column},
                                     'end': {'line': number + 1, 'character': column + 1}}, 'text': '4'})
        self.assertTrue(errors(found))
        lines[number] = lines[number].replace('3 no-drop', '4 no-drop')
        lines.insert(number, '! \u00e4\u20ac')
        self.assertEqual(found, self.edit('leaf3.cfg', 4, {'text': '\n'.join(lines)}))
        self.lives()

    def test_a_client_may_count_in_bytes_or_code_points(self):
        for encoding, column in (('utf-8', 10), ('utf-32', 5)):
            with self.subTest(encoding):
                client = lsp.Client(ROCELINT)
                capabilities = {**lsp.EVERYTHING, 'general': {'positionEncodings': ['martian', encoding, 'utf-16']}}
                told = client.start(self.folder, capabilities=capabilities)
                self.assertEqual(told['capabilities']['positionEncoding'], encoding)
                path = self.path('leaf3.cfg')
                text = client.open(path, '! \u20ac\U0001f600x\n' + self.text('leaf3.cfg'))
                # After the x: a line feed turns the rest into a line that is not understood.
                place = {'line': 0, 'character': column}
                client.change(path, 2, {'range': {'start': place, 'end': place}, 'text': '\nfrobnicate'})
                found = client.wait_for(path, 2)
                self.assertIn(1, [entry['range']['start']['line'] for entry in found if 'not understood' in entry['message']])
                self.assertTrue(text)
                self.assertEqual(client.end(), 0)
                client.process.stdout.close()

    def test_an_edit_while_a_check_runs_supersedes_it(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        for version in range(2, 60):
            self.client.change(self.path('leaf3.cfg'), version, {'text': text + '!' * version})
        self.client.wait_for(self.path('leaf3.cfg'), 59)
        told = [note for note in self.client.notes if note['method'] == 'textDocument/publishDiagnostics']
        self.assertLess(len(told), 20)
        self.lives()

    def test_a_mistake_in_the_policy_is_told_at_its_place_and_the_rest_stands(self):
        self.start()
        text, found = self.open('rocelint.yaml')
        self.assertEqual(found, [])
        found = self.edit('rocelint.yaml', 2, {'text': text.replace('profile:', 'profle:')})
        self.assertEqual(len(found), 1)
        self.assertIn("did you mean 'profile'", found[0]['message'])
        self.assertEqual(found[0]['range']['start'], {'line': 1, 'character': 0})
        self.assertEqual(found[0]['severity'], 1)
        leaf, found = self.open('leaf3.cfg')
        self.assertEqual(errors(found), [])
        found = self.edit('leaf3.cfg', 2, {'text': leaf.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertIn('PFC001', [code for code, _ in errors(found)])
        self.assertEqual(self.edit('rocelint.yaml', 3, {'text': text}), [])
        self.lives()

    def test_a_mistake_in_the_topology_is_told_at_its_place(self):
        self.start()
        text, _ = self.open('topology.yaml')
        found = self.edit('topology.yaml', 2, {'text': text + 'links: 7\n'})
        self.assertTrue(found)
        self.assertEqual(found[0]['severity'], 1)
        self.assertFalse(found[0]['message'].startswith('/'))
        self.edit('topology.yaml', 3, {'text': text})
        self.lives()

    def test_a_mistake_in_an_intent_or_an_inventory_is_told_at_its_place(self):
        self.start()
        with open(os.path.join(SOURCE, 'fixtures/fabrics/clos-eight/fabric.yaml'), encoding='utf-8') as file:
            intent = file.read()
        for name, text, wrong, message, line in (
                ('fabric.yaml', intent, intent.replace('\ndevices:', '\ndevises:'), "did you mean 'devices'",
                 intent[:intent.index('\ndevices:')].count('\n') + 1),
                ('fabric.yml', intent, intent.replace('rdma:', 'rdam:', 1), "did you mean 'rdma'",
                 intent[:intent.index('rdma:')].count('\n')),
                ('inventory.yaml', INVENTORY, INVENTORY.replace('maintenance', 'maintenence'),
                 "did you mean 'maintenance'", 4),
                ('inventory.ini', '[leaves]\nleaf1 ansible_network_os=arista.eos.eos\n',
                 '[leaves]\nleaf1 ansible_network_os=arista.eos.eos ansible_password=x\n', 'password', 1)):
            with self.subTest(name):
                self.assertEqual(self.open(name, text)[1], [])
                found = self.edit(name, 2, {'text': wrong})
                self.assertEqual([entry['severity'] for entry in found], [1])
                self.assertIn(message, found[0]['message'])
                self.assertEqual(found[0]['range']['start']['line'], line)
                self.assertEqual(self.edit(name, 3, {'text': text}), [])
        self.assertEqual(self.open('other.yaml', 'rdam: 3\n')[1], [])
        self.lives()

    def test_an_own_rule_that_cannot_be_evaluated_is_told_in_the_policy(self):
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: ."nonsense", message: m}\n')
        self.start()
        text, found = self.open('rocelint.yaml')
        told = [entry for entry in found if 'which is neither true nor false' in entry['message']]
        self.assertEqual([entry['severity'] for entry in told], [1])
        self.assertEqual(told[0]['range']['start']['line'], text.count('\n') - 1)
        found = self.edit('rocelint.yaml', 2, {'text': text.replace('."nonsense"', '.admin_up | not | not')})
        self.assertFalse([entry for entry in found if entry['severity'] == 1])
        self.lives()

    def test_a_device_of_which_little_was_understood_is_told(self):
        self.start()
        lines = self.text('leaf3.cfg').count('\n')
        found = self.open('leaf3.cfg', self.text('leaf3.cfg') + 'frobnicate\n' * 2 * lines)[1]
        told = [entry for entry in found if 'so a clean report would mean nothing' in entry['message']]
        self.assertEqual([entry['severity'] for entry in told], [4])
        self.lives()

    def test_what_could_not_be_read_is_told(self):
        # Larger than any configuration, but with text at its beginning.
        with open(self.path('leaf9.cfg'), 'w', encoding='utf-8') as file:
            file.write('hostname leaf9\n' * 1000)
            file.truncate(1 << 40)
        self.start()
        self.open('leaf3.cfg')
        self.client.settle()
        told = self.client.diagnostics[lsp.uri_of(self.path('leaf9.cfg'))]
        self.assertEqual([entry['severity'] for entry in told], [4])
        self.assertIn('leaf9.cfg: cannot be read: larger than', told[0]['message'])
        os.remove(self.path('leaf9.cfg'))
        self.client.notify('workspace/didChangeWatchedFiles', {'changes': [{'uri': lsp.uri_of(self.path('leaf9.cfg')), 'type': 3}]})
        self.edit('leaf3.cfg', 2, {'text': self.text('leaf3.cfg') + '!\n'})
        self.client.settle()
        self.assertEqual(self.client.diagnostics[lsp.uri_of(self.path('leaf9.cfg'))], [])
        self.lives()

    def test_lines_beyond_the_list_of_those_not_understood_are_counted(self):
        self.start()
        _, found = self.open('leaf3.cfg', self.text('leaf3.cfg') + 'frobnicate\n!\n' * 1200)
        told = [entry for entry in found if entry['message'] == 'no check takes 200 more lines below into account either']
        self.assertEqual([entry['severity'] for entry in told], [4])
        self.lives()

    def test_of_a_minified_file_what_was_not_understood_is_counted(self):
        ports = {f'Ethernet{4 * number}': {'speed': '100000', 'no_such_key': '1'} for number in range(20)}
        text = json.dumps({'DEVICE_METADATA': {'localhost': {'hostname': 'leaf9'}}, 'PORT': ports})
        with open(self.path('leaf9.json'), 'w', encoding='utf-8') as file:
            file.write(text)
        self.start()
        found = self.open('leaf9.json')[1]
        told = [entry['message'] for entry in found if entry['severity'] == 4 and 'into account' in entry['message']]
        self.assertEqual(len(told), 1)
        self.assertIn(' of the 41 values in this file into account: they are not understood, or not modelled yet', told[0])
        self.lives()

    def test_a_waived_finding_is_not_shown(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        found = self.edit('leaf3.cfg', 2, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        codes = sorted({code for code, _ in errors(found)})
        policy = self.text('rocelint.yaml') + 'waivers:\n' + ''.join(
            f'  - {{code: {code}, device: leaf3, reason: a test, owner: tests}}\n' for code in codes)
        self.open('rocelint.yaml', policy)
        found = self.edit('leaf3.cfg', 3, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertEqual(errors(found), [])
        self.lives()


if __name__ == '__main__':
    main()
