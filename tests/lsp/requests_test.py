# SPDX-License-Identifier: Apache-2.0
"""An editor's requests about a position: hover, definition and code actions."""
import json
import os
import shutil

import client as lsp
from session import SOURCE, errors, Session, main


def place(text, needle, inside=0, number=0):
    """The protocol position of a text; `number` selects one of several occurrences."""
    at = -1
    for _ in range(number + 1):
        at = text.index(needle, at + 1)
    at += inside
    return {'line': text.count('\n', 0, at), 'character': at - (text.rfind('\n', 0, at) + 1)}


def after_edits(text, edits):
    """The text after an editor applied the edits. Plain ASCII and line feeds only."""
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


WAIVE = 'ignore this line with a waiver comment, and state a reason'


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

    def fixes(self, name):
        return [action for action in self.actions(name, ['quickfix']) if WAIVE not in action['title']]

    def waivers(self, name):
        return [action for action in self.actions(name, ['quickfix']) if WAIVE in action['title']]

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
        fixes = {action['diagnostics'][0]['code']: action for action in self.fixes('leaf4.cfg')}
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
        fix, waiver = self.actions('leaf4.cfg', ['quickfix'], line, line)
        self.assertTrue(fix['title'].startswith('QOS004: '), fix['title'])
        self.assertEqual(waiver['title'], 'QOS004: ' + WAIVE)
        self.assertEqual(self.actions('leaf4.cfg', ['quickfix'], 0, 2), [])
        self.assertEqual(self.actions('leaf4.cfg', ['refactor']), [])
        self.lives()

    def test_a_line_is_ignored_with_a_comment_once_it_has_a_reason(self):
        self.use('broken-clos')
        self.start()
        for name, code, comment in (('leaf4.cfg', 'QOS004', '! rocelint: ignore=QOS004 reason=""\n'),
                                    ('hosts/host1/mlnx_qos.ens2f0np0.txt', 'NIC002', '        # rocelint: ignore=NIC002 reason=""\n')):
            text, found = self.open(name)
            self.assertIn(code, [found_code for found_code, _ in errors(found)])
            action = next(action for action in self.waivers(name) if action['diagnostics'][0]['code'] == code)
            self.assertEqual(action['kind'], 'quickfix')
            self.assertFalse(action.get('isPreferred'))
            (change,) = action['edit']['documentChanges']
            (edit,) = change['edits']
            self.assertEqual(edit['newText'], comment)
            self.assertEqual(edit['range'], {end: {'line': action['diagnostics'][0]['range']['start']['line'], 'character': 0}
                                             for end in ('start', 'end')})
            # Without a reason the finding stays, and the comment is reported instead of offered again.
            waiting = after_edits(text, [edit])
            codes = [found_code for found_code, _ in errors(self.edit(name, 2, {'text': waiting}))]
            self.assertIn(code, codes)
            self.assertIn('SYN001', codes)
            self.assertNotIn(code, [action['diagnostics'][0]['code'] for action in self.waivers(name)])
            codes = [found_code for found_code, _ in errors(self.edit(name, 3, {'text': waiting.replace('reason=""', 'reason="lab"')}))]
            self.assertNotIn(code, codes)
            self.assertNotIn('SYN001', codes)
        self.lives()

    def test_a_comment_is_offered_only_where_it_would_be_one(self):
        self.use('broken-clos')
        self.start()
        _, found = self.open('leaf1.json')
        self.assertTrue(errors(found))
        self.assertEqual(self.waivers('leaf1.json'), [])
        # After a line that a backslash continues, a comment would be a part of the command.
        text = self.text('leaf4.cfg')
        line = place(text, 'qos map dscp 48')['line']
        for name, before in (('as it is', ''), ('continued', ' \\')):
            lines = text.split('\n')
            lines[line - 1] += before
            self.client.change(self.path('leaf4.cfg'), 2, {'text': '\n'.join(lines)}) if before else self.open('leaf4.cfg')
            found = self.actions('leaf4.cfg', ['quickfix'], line, line)
            self.assertEqual(any(WAIVE in action['title'] for action in found), not before, name)
            self.assertTrue(any('QOS004' in action['title'] for action in found), name)
        self.lives()

    def test_a_comment_ends_as_the_lines_of_its_file(self):
        self.use('broken-clos')
        self.start()
        self.open('leaf4.cfg', self.text('leaf4.cfg').replace('\n', '\r\n'))
        self.assertTrue(all(action['edit']['documentChanges'][0]['edits'][0]['newText'].endswith('""\r\n')
                            for action in self.waivers('leaf4.cfg')))
        self.assertTrue(self.waivers('leaf4.cfg'))
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
        (action,) = self.fixes(name)
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
        # The edit keeps the server busy while requests and cancellations queue up.
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


if __name__ == '__main__':
    main()
