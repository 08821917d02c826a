# SPDX-License-Identifier: Apache-2.0
"""Which files make up the fabric while files are opened, closed, created, renamed and removed."""
import os
import shutil

import client as lsp
from session import SOURCE, errors, Session, main


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

    def test_a_device_of_the_topology_that_has_no_file_is_told_in_the_topology(self):
        self.start()
        self.open('topology.yaml')
        self.client.settle()
        topology = lsp.uri_of(self.path('topology.yaml'))
        self.assertEqual(errors(self.client.diagnostics.get(topology, [])), [])
        text = self.text('leaf3.cfg')
        os.remove(self.path('leaf3.cfg'))
        gone = {'uri': lsp.uri_of(self.path('leaf3.cfg')), 'type': 3}
        self.client.notify('workspace/didChangeWatchedFiles', {'changes': [gone]})
        self.edit('topology.yaml', 2, {'text': self.text('topology.yaml') + '\n'})
        self.assertIn('TOP010', [code for code, _ in errors(self.client.diagnostics[topology])])
        with open(self.path('leaf3.cfg'), 'w', encoding='utf-8') as file:
            file.write(text)
        self.client.notify('workspace/didChangeWatchedFiles', {'changes': [{**gone, 'type': 1}]})
        self.edit('topology.yaml', 3, {'text': self.text('topology.yaml')})
        self.assertEqual(errors(self.client.diagnostics[topology]), [])
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

    def test_of_a_file_open_by_two_names_the_text_that_is_left_holds(self):
        os.symlink(self.folder, self.folder + '-link')
        names = (self.path('leaf3.cfg'), os.path.join(self.folder + '-link', 'leaf3.cfg'))
        self.start()
        self.open('leaf4.cfg')
        good = self.text('leaf3.cfg')
        wrong = good.replace('priority 3 no-drop', 'priority 4 no-drop')
        version = 1
        # Whichever name is opened last and whichever is closed: the unsaved text of the other one is checked.
        for first, second in (names, names[::-1]):
            for kept, closed in ((first, second), (second, first)):
                with self.subTest(first=first, closed=closed):
                    self.client.open(first, wrong if kept == first else good)
                    self.client.wait_for(first, 1)
                    self.client.open(second, wrong if kept == second else good)
                    self.client.wait_for(second, 1)
                    self.client.notify('textDocument/didClose', {'textDocument': {'uri': lsp.uri_of(closed)}})
                    version += 1
                    self.edit('leaf4.cfg', version, {'text': self.text('leaf4.cfg') + '!' * version})
                    self.client.settle()
                    self.assertIn('PFC001', [code for code, _ in errors(self.client.diagnostics[lsp.uri_of(kept)])])
                    self.assertEqual(errors(self.client.diagnostics.get(lsp.uri_of(closed), [])), [])
                    self.client.notify('textDocument/didClose', {'textDocument': {'uri': lsp.uri_of(kept)}})
                    version += 1
                    self.edit('leaf4.cfg', version, {'text': self.text('leaf4.cfg') + '!' * version})
                    self.client.settle()
                    self.assertFalse(any(errors(entries) for entries in self.client.diagnostics.values()))
        self.lives()

    def test_of_three_names_of_an_open_file_the_text_that_was_typed_last_holds(self):
        paths = [self.path('leaf3.cfg')]
        for link in ('-a', '-b'):
            os.symlink(self.folder, self.folder + link)
            paths.append(os.path.join(self.folder + link, 'leaf3.cfg'))
        self.start()
        self.open('leaf4.cfg')
        good = self.text('leaf3.cfg')
        for path in paths:
            self.client.open(path)
            self.client.wait_for(path, 1)
        wrong = good.replace('priority 3 no-drop', 'priority 4 no-drop')
        self.client.change(paths[1], 2, {'text': wrong})
        self.assertIn('PFC001', [code for code, _ in errors(self.client.wait_for(paths[1], 2))])
        self.client.change(paths[2], 2, {'text': good + '!\n'})
        self.client.wait_for(paths[2], 2)
        self.client.notify('textDocument/didClose', {'textDocument': {'uri': lsp.uri_of(paths[2])}})
        self.edit('leaf4.cfg', 2, {'text': self.text('leaf4.cfg') + '!\n'})
        self.client.settle()
        self.assertIn('PFC001', [code for code, _ in errors(self.client.diagnostics[lsp.uri_of(paths[1])])])
        self.lives()


if __name__ == '__main__':
    main()
