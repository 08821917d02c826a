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

    def test_a_message_of_many_megabytes_is_read(self):
        self.start()
        _, before = self.open('leaf3.cfg')
        self.edit('leaf3.cfg', 2, {'text': '! remark\n' * 2000000})
        self.assertEqual(errors(self.edit('leaf3.cfg', 3, {'text': self.text('leaf3.cfg')})), errors(before))
        self.lives()


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
