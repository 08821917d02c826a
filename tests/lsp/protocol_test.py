# SPDX-License-Identifier: Apache-2.0
"""`rocelint lsp` as a client sees it.  protocol_test.py ROCELINT SOURCE [TEST...]"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import client as lsp  # noqa: E402

ROCELINT, SOURCE = sys.argv[1:3]


def errors(diagnostics):
    return [(entry['code'], entry['range']['start']['line']) for entry in diagnostics if entry['severity'] < 4]


class Session(unittest.TestCase):
    fabric = 'clos-mixed'

    def setUp(self):
        top = tempfile.TemporaryDirectory(prefix='rocelint-lsp-')
        self.addCleanup(top.cleanup)
        self.folder = os.path.join(os.path.realpath(top.name), 'fabric')
        shutil.copytree(os.path.join(SOURCE, 'fixtures/fabrics', self.fabric), self.folder)
        self.client = lsp.Client(ROCELINT)
        self.addCleanup(self.kill)

    def kill(self):
        self.client.process.kill()
        self.client.wait()
        self.client.process.stdout.close()

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    def start(self, **options):
        return self.client.start(self.folder, **options)

    def open(self, name, text=None):
        text = self.client.open(self.path(name), text)
        return text, self.client.wait_for(self.path(name), 1)

    def edit(self, name, version, *changes):
        self.client.change(self.path(name), version, *changes)
        return self.client.wait_for(self.path(name), version)

    def lives(self):
        """Whether the server still answers, and ends as it should."""
        self.assertEqual(self.client.end(), 0)


class Life(Session):
    def test_a_code_that_means_no_rule_is_refused(self):
        for option in ('--select', '--ignore'):
            run = subprocess.run([ROCELINT, 'lsp', option, 'NOPE'], stdin=subprocess.DEVNULL, cwd=self.folder,
                                 capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn(f"{option}: no rule has the code or prefix 'NOPE'", run.stderr)
        # The own rules of the folder that it is started in count too.
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: "true", message: m}\n')
        run = subprocess.run([ROCELINT, 'lsp', '--select', 'SITE,PFC'], stdin=subprocess.DEVNULL, cwd=self.folder, check=False)
        self.assertEqual(run.returncode, 1)

    def test_exit_without_shutdown_is_a_failure(self):
        self.start()
        self.client.notify('exit', None)
        self.assertEqual(self.client.wait(), 1)

    def test_a_client_that_goes_away_ends_the_server(self):
        self.start()
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(lsp.PATIENCE), 1)

    def test_a_client_that_goes_away_after_shutdown_is_no_failure(self):
        self.start()
        self.client.call('shutdown', None)
        self.client.process.stdin.close()
        self.assertEqual(self.client.process.wait(lsp.PATIENCE), 0)

    def test_requests_before_initialize_and_after_shutdown_are_refused(self):
        with self.assertRaises(lsp.Failure) as before:
            self.client.call('textDocument/hover', {})
        self.assertEqual(before.exception.code, -32002)
        self.start()
        self.client.call('shutdown', None)
        with self.assertRaises(lsp.Failure) as after:
            self.client.call('textDocument/hover', {})
        self.assertEqual(after.exception.code, -32600)

    def test_the_first_check_is_told_as_progress(self):
        self.start()
        self.open('leaf3.cfg')
        self.client.settle()
        kinds = [note['params']['value']['kind'] for note in self.client.notes if note['method'] == '$/progress']
        self.assertEqual(kinds[0], 'begin')
        self.assertEqual(kinds[-1], 'end')
        self.assertIn('report', kinds)
        self.lives()

    def test_a_client_that_can_nothing_is_served_too(self):
        self.start(capabilities={})
        self.client.open(self.path('leaf3.cfg'), self.text('leaf3.cfg').replace('qos map dscp', '! qos map dscp'))
        uri = lsp.uri_of(self.path('leaf3.cfg'))
        while uri not in self.client.diagnostics:
            self.client.take()
        for entry in self.client.diagnostics[uri]:
            self.assertNotIn('relatedInformation', entry)
            self.assertNotIn('codeDescription', entry)
        self.assertIsNone(self.client.versions[uri])
        self.lives()


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
        # The other end of the link is judged anew, and told of.
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
        # A remark with characters of one, two, three and four bytes, and two UTF-16 units.
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
                # Behind the x: a line feed makes of it a line that nobody understands.
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

    def test_an_own_rule_that_cannot_be_evaluated_is_told_in_the_policy(self):
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: .nonsense, message: m}\n')
        self.start()
        text, found = self.open('rocelint.yaml')
        told = [entry for entry in found if 'which is neither true nor false' in entry['message']]
        self.assertEqual([entry['severity'] for entry in told], [1])
        self.assertEqual(told[0]['range']['start']['line'], text.count('\n') - 1)
        found = self.edit('rocelint.yaml', 2, {'text': text.replace('.nonsense', '.admin_up | not | not')})
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
        # Larger than any configuration, and text at its beginning.
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


class Files(Session):
    def test_a_closed_file_is_read_from_the_disk_again(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        self.edit('leaf3.cfg', 2, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.client.notify('textDocument/didClose', {'textDocument': {'uri': lsp.uri_of(self.path('leaf3.cfg'))}})
        self.open('leaf4.cfg')
        self.client.settle()
        self.assertFalse(any(errors(entries) for entries in self.client.diagnostics.values()))
        self.lives()

    def test_a_file_that_vanishes_is_gone_from_the_fabric(self):
        self.start()
        _, found = self.open('leaf4.cfg')
        os.remove(self.path('leaf3.cfg'))
        with open(self.path('leaf3-new.cfg'), 'w', encoding='utf-8') as file:
            file.write('hostname leaf9\n')
        self.client.notify('workspace/didChangeWatchedFiles', {'changes': [
            {'uri': lsp.uri_of(self.path('leaf3.cfg')), 'type': 3},
            {'uri': lsp.uri_of(self.path('leaf3-new.cfg')), 'type': 1}]})
        self.edit('leaf4.cfg', 2, {'text': self.text('leaf4.cfg') + '!\n'})
        self.assertEqual(errors(found), errors(self.client.diagnostics[lsp.uri_of(self.path('leaf4.cfg'))]))
        self.lives()

    def test_an_open_file_that_vanishes_and_is_closed_does_no_harm(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        os.remove(self.path('leaf3.cfg'))
        self.edit('leaf3.cfg', 2, {'text': text + '!\n'})
        self.client.notify('textDocument/didClose', {'textDocument': {'uri': lsp.uri_of(self.path('leaf3.cfg'))}})
        self.open('leaf4.cfg')
        self.lives()

    def test_a_folder_that_vanishes_does_no_harm(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        shutil.rmtree(self.folder)
        self.client.notify('workspace/didChangeWatchedFiles', {'changes': [
            {'uri': lsp.uri_of(self.path('leaf4.cfg')), 'type': 3}]})
        self.edit('leaf3.cfg', 2, {'text': text + '!\n'})
        self.lives()

    def test_a_file_that_is_not_saved_yet_is_part_of_the_fabric(self):
        self.start()
        text = self.text('leaf3.cfg')
        os.remove(self.path('leaf3.cfg'))
        _, found = self.open('leaf3.cfg', text.replace('priority 3 no-drop', 'priority 4 no-drop'))
        self.assertIn('PFC001', [code for code, _ in errors(found)])
        self.lives()

    def test_a_file_opened_without_a_folder_brings_its_fabric_along(self):
        self.client.start()
        text, found = self.open('leaf3.cfg')
        self.assertEqual(errors(found), [])
        found = self.edit('leaf3.cfg', 2, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertTrue(any('relatedInformation' in entry for entry in found))
        self.lives()

    def test_fabrics_side_by_side_are_judged_each_by_itself(self):
        other = self.folder + '-b'
        shutil.copytree(self.folder, other)
        self.client.start(os.path.dirname(self.folder))
        text, found = self.open('leaf3.cfg')
        self.assertEqual(errors(found), [])
        found = self.edit('leaf3.cfg', 2, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertTrue(errors(found))
        self.client.settle()
        told = [uri for uri, entries in self.client.diagnostics.items() if errors(entries)]
        self.assertFalse([uri for uri in told if uri.startswith(lsp.uri_of(other) + '/')])
        self.lives()

    def test_a_folder_may_come_and_go(self):
        broken = self.folder + '-broken'
        shutil.copytree(os.path.join(SOURCE, 'fixtures/fabrics/broken-clos'), broken)
        self.start()
        _, found = self.open('leaf3.cfg')
        self.assertEqual(errors(found), [])
        folder = [{'uri': lsp.uri_of(broken), 'name': 'broken'}]
        text = self.text('leaf3.cfg')

        def told():
            return [uri for uri, entries in self.client.diagnostics.items()
                    if errors(entries) and uri.startswith(lsp.uri_of(broken))]

        self.client.notify('workspace/didChangeWorkspaceFolders', {'event': {'added': folder, 'removed': []}})
        self.edit('leaf3.cfg', 2, {'text': text})
        self.client.settle()
        self.assertGreater(len(told()), 5)
        self.client.notify('workspace/didChangeWorkspaceFolders', {'event': {'added': [], 'removed': folder}})
        self.edit('leaf3.cfg', 3, {'text': text})
        self.client.settle()
        self.assertEqual(told(), [])
        self.lives()

    def test_a_policy_that_is_made_while_the_server_runs_is_in_force(self):
        policy = self.text('rocelint.yaml')
        os.remove(self.path('rocelint.yaml'))
        self.start()
        self.open('leaf3.cfg')
        with open(self.path('rocelint.yaml'), 'w', encoding='utf-8') as file:
            file.write(policy.replace('profile', 'profle'))
        self.open('rocelint.yaml')
        self.client.notify('textDocument/didSave', {'textDocument': {'uri': lsp.uri_of(self.path('rocelint.yaml'))}})
        found = self.edit('rocelint.yaml', 2, {'text': policy.replace('profile', 'profle')})
        self.assertIn("did you mean 'profile'", found[0]['message'])
        self.assertEqual(self.edit('rocelint.yaml', 3, {'text': policy}), [])
        self.lives()

    def test_a_policy_is_read_with_what_it_extends_as_the_editor_has_it(self):
        own = self.text('rocelint.yaml')
        os.mkdir(self.path('common'))
        with open(self.path('common/base.yaml'), 'w', encoding='utf-8') as file:
            file.write(own)
        with open(self.path('rocelint.yaml'), 'w', encoding='utf-8') as file:
            file.write('version: 1\nextends: [common/base.yaml]\n')
        self.start()
        text, found = self.open('leaf3.cfg')
        self.assertEqual(errors(found), [])
        wrong = text.replace('priority 3 no-drop', 'priority 4 no-drop')
        found = self.edit('leaf3.cfg', 2, {'text': wrong})
        codes = sorted({code for code, _ in errors(found)})
        self.assertTrue(codes)
        self.open('common/base.yaml')
        self.edit('common/base.yaml', 2, {
            'text': own + 'rules: {' + ', '.join(code + ': off' for code in codes) + '}\n'})
        self.client.settle()
        self.assertFalse({code for code, _ in errors(self.client.diagnostics[lsp.uri_of(self.path('leaf3.cfg'))])} & set(codes))
        found = self.edit('common/base.yaml', 3, {'text': own.replace('profile', 'profle')})
        self.assertEqual(len(found), 1, found)
        self.assertIn("did you mean 'profile'", found[0]['message'])
        self.assertEqual(found[0]['range']['start']['line'], 1)
        self.assertEqual(self.edit('common/base.yaml', 4, {'text': own}), [])
        self.client.settle()
        self.assertTrue(errors(self.client.diagnostics[lsp.uri_of(self.path('leaf3.cfg'))]))
        self.lives()

    def test_a_file_of_own_rules_is_read_as_the_editor_has_it(self):
        rule = '- {code: SITE001, name: one, for: device, assert: "true", message: said of it}\n'
        with open(self.path('rules.yaml'), 'w', encoding='utf-8') as file:
            file.write(rule)
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('custom_rules: rules.yaml\n')
        self.start()
        self.open('leaf3.cfg')
        self.open('rules.yaml')
        self.edit('rules.yaml', 2, {'text': rule.replace('true', 'false')})
        self.client.settle()
        self.assertIn('SITE001', [one.get('code') for one in self.client.diagnostics[lsp.uri_of(self.path('leaf3.cfg'))]])
        found = self.edit('rules.yaml', 3, {'text': rule.replace('assert', 'asert')})
        self.assertEqual(len(found), 1, found)
        self.assertIn("did you mean 'assert'", found[0]['message'])
        self.assertEqual(self.edit('rules.yaml', 4, {'text': rule}), [])
        self.lives()

    def test_a_waiver_of_a_policy_of_two_fabrics_is_used_where_one_of_them_needs_it(self):
        os.mkdir(self.path('lab'))
        with open(self.path('lab/leaf9.cfg'), 'w', encoding='utf-8') as file:
            file.write(self.text('leaf3.cfg').replace('leaf3', 'leaf9').replace('priority 3 no-drop', 'priority 4 no-drop'))
        with open(self.path('lab/topology.yaml'), 'w', encoding='utf-8') as file:
            file.write('devices: {leaf9: {role: leaf}}\n')
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('waivers:\n  - {code: PFC001, device: leaf9, reason: lab}\n'
                       '  - {code: PFC001, device: leaf9, port: nowhere, reason: lab}\n')
        self.start()
        self.open('leaf3.cfg')
        lines = len(self.text('rocelint.yaml').splitlines())
        _, found = self.open('rocelint.yaml')
        self.assertEqual([(entry['code'], entry['range']['start']['line']) for entry in found], [('SYN003', lines - 1)])
        self.lives()

    def test_what_the_policy_excludes_is_not_checked(self):
        self.start()
        _, _ = self.open('leaf3.cfg')
        self.open('rocelint.yaml', self.text('rocelint.yaml') + 'exclude: [leaf4.cfg, "*.bak"]\n')
        found = self.edit('leaf3.cfg', 2, {'text': self.text('leaf3.cfg') + '!\n'})
        self.assertEqual(errors(found), [])
        text = self.client.open(self.path('leaf4.cfg'))
        self.client.change(self.path('leaf4.cfg'), 2, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertEqual(self.client.wait_for(self.path('leaf4.cfg'), 2), [])
        self.edit('rocelint.yaml', 2, {'text': self.text('rocelint.yaml')})
        self.client.settle()
        self.assertTrue(errors(self.client.diagnostics[lsp.uri_of(self.path('leaf4.cfg'))]))
        self.lives()

    def test_a_file_reached_by_a_link_is_the_one_that_is_known(self):
        self.start()
        os.symlink(self.path('leaf3.cfg'), self.folder + '-link.cfg')
        path = self.folder + '-link.cfg'
        self.open('leaf4.cfg')
        text = self.client.open(path)
        self.client.wait_for(path, 1)
        self.client.change(path, 2, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertIn('PFC001', [code for code, _ in errors(self.client.wait_for(path, 2))])
        self.lives()


def place(text, needle, inside=0, number=0):
    """Where the text stands, as the protocol counts; of several equal ones that with this number."""
    at = -1
    for _ in range(number + 1):
        at = text.index(needle, at + 1)
    at += inside
    return {'line': text.count('\n', 0, at), 'character': at - (text.rfind('\n', 0, at) + 1)}


def after_edits(text, edits):
    """The text as an editor makes it. Plain ASCII and line feeds only."""
    starts = [0]
    for line in text.split('\n'):
        starts.append(starts[-1] + len(line) + 1)
    spans = []
    for edit in edits:
        first, last = (starts[end['line']] + end['character'] for end in (edit['range']['start'], edit['range']['end']))
        spans.append((first, last, edit['newText']))
    for first, last, fresh in sorted(spans, key=lambda span: span[:2], reverse=True):
        text = text[:first] + fresh + text[last:]
    return text


class Requests(Session):
    def ask(self, method, name, position):
        return self.client.call('textDocument/' + method, {
            'textDocument': {'uri': lsp.uri_of(self.path(name))}, 'position': position})

    def hover(self, name, position):
        answer = self.ask('hover', name, position)
        return answer and answer['contents']['value'].replace('\u202f', ' ')

    def definitions(self, name, position):
        return [(os.path.relpath(entry['uri'][len('file://'):], self.folder), entry['range']['start']['line'] + 1)
                for entry in self.ask('definition', name, position)]

    def actions(self, name, only=None, begin=0, end=100000):
        return self.client.call('textDocument/codeAction', {
            'textDocument': {'uri': lsp.uri_of(self.path(name))},
            'range': {'start': {'line': begin, 'character': 0}, 'end': {'line': end, 'character': 0}},
            'context': {'diagnostics': [], **({'only': only} if only else {})}})

    def use(self, fabric):
        shutil.rmtree(self.folder)
        shutil.copytree(os.path.join(SOURCE, 'fixtures/fabrics', fabric), self.folder)

    def test_a_value_is_explained_down_to_the_headroom_that_it_needs(self):
        self.start()
        text, _ = self.open('leaf1.json')
        told = self.hover('leaf1.json', place(text, '"26"', 1))
        self.assertIn('DSCP 26 → TC 3 → queue 3 → PG 3, lossless in priority 3, marked with ECN (Ethernet0 and ', told)
        self.assertRegex(told, r'priority 3: headroom 33 792 B configured, 33 792 B needed \(.*\) at 100G with 3 m of cable')
        self.assertIn('the largest IP packet: 9 100 B (Ethernet0)', self.hover('leaf1.json', place(text, '"mtu"', 1)))
        self.assertIsNone(self.hover('leaf1.json', {'line': 0, 'character': 0}))
        self.lives()

    def test_headroom_is_explained_by_the_policy_that_holds_for_the_device(self):
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('overrides:\n  - devices: [leaf1]\n    rules: {HDR001: off}\n')
        self.start()
        for name, judged in (('leaf1.json', False), ('leaf2.json', True)):
            text, _ = self.open(name)
            told = self.hover(name, place(text, '"26"', 1))
            self.assertIn('lossless in priority 3', told)
            self.assertEqual('headroom 33 792 B configured' in told, judged, told)
        self.lives()

    def test_a_port_is_explained_by_its_link_and_what_it_carries(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        told = self.hover('leaf3.cfg', place(text, 'interface Ethernet1/1'))
        self.assertIn('Ethernet1/1 ↔ host3 ens1f0np0, 3 m (by topology)', told)
        self.assertIn('carries RDMA: ', told)
        self.lives()

    def test_a_finding_is_explained_by_its_rule(self):
        self.use('broken-clos')
        self.start(options={'rulePages': 'https://example.net/rules'})
        _, found = self.open('leaf4.cfg')
        finding = next(entry for entry in found if entry.get('code') == 'QOS004')
        self.assertEqual(finding['codeDescription']['href'], 'https://example.net/rules/QOS004.md')
        told = self.hover('leaf4.cfg', finding['range']['start'])
        self.assertTrue(told.startswith('**QOS004** '), told)
        self.assertIn('Source: ', told)
        self.assertIn('(https://example.net/rules/QOS004.md)', told)
        self.lives()

    def test_a_client_without_markdown_gets_plain_text(self):
        self.use('broken-clos')
        self.start(capabilities={})
        self.client.open(self.path('leaf4.cfg'))
        text = self.text('leaf4.cfg')
        answer = self.ask('hover', 'leaf4.cfg', place(text, 'qos map dscp 48'))
        self.assertEqual(answer['contents']['kind'], 'plaintext')
        self.assertTrue(answer['contents']['value'].startswith('QOS004 '))
        self.assertNotIn('**', answer['contents']['value'])
        self.lives()

    def test_a_port_leads_to_the_other_end_of_its_link(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        for needle in ('interface Ethernet1/1', 'mtu 9214', 'tx-queue 3'):
            self.assertEqual(self.definitions('leaf3.cfg', place(text, needle)), [('hosts/host3/ip-link.txt', 5)], needle)
        self.assertEqual(self.definitions('leaf3.cfg', place(text, 'hostname')), [])
        host, _ = self.open('hosts/host3/ip-link.txt')
        line = place(text, 'interface Ethernet1/1')['line'] + 1
        self.assertIn(('leaf3.cfg', line), self.definitions('hosts/host3/ip-link.txt', place(host, 'ens1f0np0')))
        self.lives()

    def test_a_link_of_the_topology_leads_to_both_its_ends(self):
        self.start()
        text, _ = self.open('topology.yaml')
        links = text.index('links:')
        first = text.index('leaf1:', links)
        found = self.definitions('topology.yaml', place(text, text[first:first + 30]))
        self.assertEqual(len(found), 2, found)
        self.assertIn('leaf1.json', [name for name, _ in found])
        device = place(text, 'leaf3')
        self.assertEqual([name for name, _ in self.definitions('topology.yaml', device)], ['leaf3.cfg'])
        self.lives()

    def test_a_reference_leads_to_what_it_refers_to(self):
        self.start()
        text, _ = self.open('leaf1.json')
        row = text.index('"BUFFER_PG"')
        found = self.definitions('leaf1.json', place(text, text[text.index('"profile"', row):][:40], 1))
        self.assertEqual(len(found), 1)
        name, line = found[0]
        self.assertEqual(name, 'leaf1.json')
        self.assertIn('_profile"', text.split('\n')[line - 1])
        self.lives()

    def test_a_quick_fix_mends_what_it_is_for(self):
        self.use('broken-clos')
        self.start()
        text, found = self.open('leaf4.cfg')
        self.assertIn('QOS004', [code for code, _ in errors(found)])
        fixes = {action['diagnostics'][0]['code']: action for action in self.actions('leaf4.cfg', ['quickfix'])}
        fix = fixes['QOS004']
        self.assertEqual(fix['kind'], 'quickfix')
        self.assertTrue(fix['isPreferred'])
        (change,) = fix['edit']['documentChanges']
        self.assertEqual(change['textDocument'], {'uri': lsp.uri_of(self.path('leaf4.cfg')), 'version': 1})
        self.client.change(self.path('leaf4.cfg'), 2, {'text': after_edits(text, change['edits'])})
        found = self.client.wait_for(self.path('leaf4.cfg'), 2)
        self.assertNotIn('QOS004', [code for code, _ in errors(found)])
        self.assertIn('ETS001', [code for code, _ in errors(found)])
        self.lives()

    def test_all_fixes_of_a_file_leave_what_fix_leaves(self):
        self.use('broken-clos')
        self.start()
        for name in ('leaf4.cfg', 'leaf2.json'):
            text, _ = self.open(name)
            (action,) = self.actions(name, ['source.fixAll'])
            self.assertEqual(action['kind'], 'source.fixAll.rocelint')
            changes = action['edit']['documentChanges']
            self.assertEqual([change['textDocument']['uri'] for change in changes], [lsp.uri_of(self.path(name))])
            found = self.edit(name, 2, {'text': after_edits(text, changes[0]['edits'])})
            mended = [entry['code'] for entry in action['diagnostics']]
            self.assertTrue(mended)
            self.assertFalse(set(mended) & {code for code, _ in errors(found)}, name)
        self.lives()

    def test_actions_are_offered_where_they_are_asked_for(self):
        self.use('broken-clos')
        self.start()
        text, _ = self.open('leaf4.cfg')
        line = place(text, 'qos map dscp 48')['line']
        self.assertEqual([action['diagnostics'][0]['code'] for action in self.actions('leaf4.cfg', ['quickfix'], line, line)],
                         ['QOS004'])
        self.assertEqual(self.actions('leaf4.cfg', ['quickfix'], 0, 2), [])
        self.assertEqual(self.actions('leaf4.cfg', ['refactor']), [])
        self.lives()

    def test_a_client_without_versioned_edits_gets_plain_ones(self):
        self.use('broken-clos')
        capabilities = {'textDocument': {'codeAction': lsp.EVERYTHING['textDocument']['codeAction']}}
        self.start(capabilities=capabilities)
        self.client.open(self.path('leaf4.cfg'))
        action = self.actions('leaf4.cfg', ['source'])[0]
        self.assertEqual(list(action['edit']), ['changes'])
        self.assertEqual(list(action['edit']['changes']), [lsp.uri_of(self.path('leaf4.cfg'))])
        self.lives()

    def test_what_cannot_be_done_in_this_editor_says_why(self):
        self.use('broken-clos')
        capabilities = {**lsp.EVERYTHING, 'workspace': {}}
        self.start(capabilities=capabilities)
        name = 'hosts/host1/cma_roce_mode.mlx5_0.txt'
        self.open(name)
        (action,) = self.actions(name, ['quickfix'])
        self.assertNotIn('edit', action)
        self.assertIn('new file', action['disabled']['reason'])
        self.lives()

    def test_a_fix_that_needs_a_new_file_makes_it(self):
        self.use('broken-clos')
        self.start()
        name = 'hosts/host1/cma_roce_mode.mlx5_0.txt'
        self.open(name)
        (action,) = self.actions(name, ['quickfix'])
        changes = action['edit']['documentChanges']
        self.assertEqual(len(changes), 4)
        create, fill = changes[:2]
        self.assertEqual([change.get('kind') for change in changes[2:]], ['create', None])
        self.assertEqual(create['kind'], 'create')
        self.assertTrue(create['uri'].startswith(lsp.uri_of(self.path('hosts/host1/'))), create)
        self.assertEqual(fill['textDocument'], {'uri': create['uri'], 'version': None})
        self.assertIn('cma_roce_mode', fill['edits'][0]['newText'])
        self.lives()

    def test_an_answer_is_about_the_text_as_it_is_now(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        self.client.change(self.path('leaf3.cfg'), 2, {'text': '!\n!\n' + text})
        at = place(text, 'interface Ethernet1/1')
        self.assertIsNone(self.hover('leaf3.cfg', at))
        self.assertIn('↔', self.hover('leaf3.cfg', {'line': at['line'] + 2, 'character': 0}))
        self.lives()

    def test_a_request_that_is_cancelled_in_time_is_not_answered(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        # The edit keeps the server busy while both lie before it.
        self.client.change(self.path('leaf3.cfg'), 2, {'text': text + '!\n'})
        params = {'textDocument': {'uri': lsp.uri_of(self.path('leaf3.cfg'))}, 'position': {'line': 0, 'character': 0}}
        numbers = [self.client.last_id + 1 + index for index in range(20)]
        requests = [{'jsonrpc': '2.0', 'id': number, 'method': 'textDocument/hover', 'params': params} for number in numbers]
        cancels = [{'jsonrpc': '2.0', 'method': '$/cancelRequest', 'params': {'id': number}} for number in numbers]
        self.client.last_id = numbers[-1]
        data = b''
        for message in requests + cancels:
            body = json.dumps(message).encode()
            data += b'Content-Length: %d\r\n\r\n%s' % (len(body), body)
        self.client.raw(data)
        with self.assertRaises(lsp.Failure) as cancelled:
            self.client.answer(numbers[-1])
        self.assertEqual(cancelled.exception.code, -32800)
        self.lives()

    def test_requests_about_files_that_are_not_known_have_no_answer(self):
        self.start()
        for uri in ('file:///no/such', 'untitled:one', 'file://%zz', lsp.uri_of(self.path('leaf4.cfg'))):
            for method in ('hover', 'definition'):
                self.assertIsNone(self.client.call('textDocument/' + method, {
                    'textDocument': {'uri': uri}, 'position': {'line': 0, 'character': 0}}))
        for method in ('hover', 'definition', 'codeAction'):
            for params in (None, {}, [], {'textDocument': {'uri': lsp.uri_of(self.path('leaf3.cfg'))}}):
                with self.assertRaises(lsp.Failure) as refused:
                    self.client.call('textDocument/' + method, params)
                self.assertEqual(refused.exception.code, -32602)
        self.lives()


class BadInput(Session):
    def refused(self, data, code):
        self.client.raw(data)
        while True:
            message = self.client.take()
            if 'error' in message:
                self.client.answers.clear()
                self.assertEqual(message['error']['code'], code)
                return

    def framed(self, body):
        return b'Content-Length: %d\r\n\r\n%s' % (len(body), body)

    def test_broken_json_is_answered(self):
        self.start()
        for body in (b'{"jsonrpc": "2.0", "id": 7, "method": ', b'', b'7', b'\xff\xfe', b'{"id": 1, "id": }', b'[' * 100000):
            with self.subTest(body[:20]):
                self.refused(self.framed(body), -32700)
        self.lives()

    def test_json_that_is_no_message_is_answered(self):
        self.start()
        for body in (b'[]', b'{}', b'{"id": {}, "method": "x"}', b'{"id": 1, "method": 7}'):
            with self.subTest(body):
                self.refused(self.framed(body), -32600)
        self.lives()

    def test_a_wrong_length_costs_one_message_and_not_the_session(self):
        self.start()
        body = b'{"jsonrpc": "2.0", "id": 99, "method": "none/such"}'
        for header in (b'Content-Length: %d\r\n\r\n' % (len(body) - 9), b'Content-Length: x\r\n\r\n',
                       b'Content-Length: -5\r\n\r\n', b'Content-Type: nothing\r\n\r\n',
                       b'Content-Length: 99999999999999999999\r\n\r\n', b'Content-Length: 9999999999\r\n\r\n',
                       b'\r\n\r\n', b'GET / HTTP/1.1\r\n' + b'x' * 5000):
            with self.subTest(header[:40]):
                self.client.raw(header + body)
                with self.assertRaises(lsp.Failure) as refused:
                    self.client.call('none/such', None)
                self.assertEqual(refused.exception.code, -32601)
        # Too long a length takes the beginning of the next message along, and no more.
        self.client.raw(b'Content-Length: %d\r\n\r\n%s' % (len(body) + 9, body))
        self.client.ask('none/such', None)
        with self.assertRaises(lsp.Failure) as refused:
            self.client.call('none/such', None)
        self.assertEqual(refused.exception.code, -32601)
        self.lives()

    def test_headers_and_bodies_may_come_byte_by_byte(self):
        self.start()
        self.client.last_id += 1
        body = b'{"jsonrpc": "2.0", "id": %d, "method": "none/such"}' % self.client.last_id
        for byte in b'content-LENGTH:%d\r\nContent-Type: x\r\n\r\n%s' % (len(body), body):
            self.client.raw(bytes([byte]))
        with self.assertRaises(lsp.Failure) as refused:
            self.client.answer(self.client.last_id)
        self.assertEqual(refused.exception.code, -32601)
        self.lives()

    def test_unknown_methods_are_refused_and_unknown_notifications_pass(self):
        self.start()
        self.client.notify('$/unheardOf', {})
        self.client.notify('workspace/unheardOf', None)
        for method in ('$/unheardOf', 'textDocument/unheardOf'):
            with self.assertRaises(lsp.Failure) as refused:
                self.client.call(method, None)
            self.assertEqual(refused.exception.code, -32601)
        self.lives()

    def test_notifications_without_what_they_need_do_no_harm(self):
        self.start()
        text, _ = self.open('leaf3.cfg')
        uri = lsp.uri_of(self.path('leaf3.cfg'))
        for method in ('didOpen', 'didChange', 'didClose', 'didSave'):
            for params in (None, {}, [], 7, {'textDocument': None}, {'textDocument': {'uri': 7}},
                           {'textDocument': {'uri': 'file:///no/such/file'}}, {'textDocument': {'uri': 'untitled:x'}}):
                self.client.notify('textDocument/' + method, params)
        for changes in (None, 7, [None], [{}], [{'text': 7}], [{'range': 7, 'text': ''}],
                        [{'range': {'start': {'line': -1, 'character': 0}, 'end': {'line': 0, 'character': 0}}, 'text': 'x'}],
                        [{'range': {'start': {'line': 1e99, 'character': 0}, 'end': {'line': 0, 'character': 0}}, 'text': 'x'}]):
            self.client.notify('textDocument/didChange', {'textDocument': {'uri': uri, 'version': 2}, 'contentChanges': changes})
        for changes in (None, 7, [7], [{'uri': 'http://x/'}], [{'uri': 'file:///%zz'}], [{'uri': 'file:///no/such'}]):
            self.client.notify('workspace/didChangeWatchedFiles', {'changes': changes})
        self.client.notify('workspace/didChangeWorkspaceFolders', {'event': {'added': [7], 'removed': 7}})
        found = self.edit('leaf3.cfg', 9, {'text': text.replace('priority 3 no-drop', 'priority 4 no-drop')})
        self.assertIn('PFC001', [code for code, _ in errors(found)])
        self.lives()

    def test_positions_beyond_the_text_are_its_end(self):
        self.start()
        text, before = self.open('leaf3.cfg')
        far = {'line': 4000000000, 'character': 4000000000}
        self.edit('leaf3.cfg', 2, {'range': {'start': far, 'end': far}, 'text': '! end\n'})
        self.edit('leaf3.cfg', 3, {'range': {'start': far, 'end': {'line': 0, 'character': 0}}, 'text': '! end\n'})
        self.assertEqual(errors(before), errors(self.edit('leaf3.cfg', 4, {'text': text})))
        self.lives()

    def test_every_half_typed_text_is_taken(self):
        self.start()
        version = 1
        for name in ('leaf3.cfg', 'leaf1.json', 'rocelint.yaml', 'topology.yaml'):
            text, _ = self.open(name)
            for end in range(0, len(text), max(1, len(text) // 12)):
                version += 1
                self.edit(name, version, {'text': text[:end]})
            version += 1
            self.edit(name, version, {'text': text})
        self.client.settle()
        self.assertFalse(any(errors(entries) for entries in self.client.diagnostics.values()))
        self.lives()

    def test_texts_that_are_no_texts_are_taken(self):
        self.start()
        _, before = self.open('leaf3.cfg')
        for version, text in enumerate(('', '\0' * 1000, '\ufeff!', '\ud7ff\uffff', '\r' * 1000, 'x' * 1000000,
                                        '{' * 10000, self.text('leaf3.cfg')), 2):
            found = self.edit('leaf3.cfg', version, {'text': text})
        self.assertEqual(errors(found), errors(before))
        self.lives()

    def test_a_thousand_places_are_edited_at_once(self):
        self.start()
        _, before = self.open('leaf3.cfg')
        text = self.text('leaf3.cfg') + '! remark\n' * 100000
        self.edit('leaf3.cfg', 2, {'text': text})
        lines = [index for index, line in enumerate(text.split('\n')) if line == '! remark'][::20]
        self.edit('leaf3.cfg', 3, *[{'range': {'start': {'line': line, 'character': 2}, 'end': {'line': line, 'character': 3}},
                                     'text': 'x\n! y'} for line in reversed(lines)])
        found = self.edit('leaf3.cfg', 4, *[{'range': {'start': {'line': line, 'character': 2}, 'end': {'line': line + 1, 'character': 3}},
                                             'text': 'r'} for line in lines])
        self.assertEqual(errors(found), errors(before))
        self.lives()

    def test_a_message_of_many_megabytes_is_read(self):
        self.start()
        _, before = self.open('leaf3.cfg')
        self.edit('leaf3.cfg', 2, {'text': '! remark\n' * 2000000})
        self.assertEqual(errors(self.edit('leaf3.cfg', 3, {'text': self.text('leaf3.cfg')})), errors(before))
        self.lives()


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
