# SPDX-License-Identifier: Apache-2.0
"""`rocelint lsp` starts, serves any client, and ends."""
import subprocess

import client as lsp
from session import ROCELINT, Session, main


class Life(Session):
    def test_a_code_that_means_no_rule_is_refused(self):
        for option in ('--select', '--ignore'):
            run = subprocess.run([ROCELINT, 'lsp', option, 'NOPE'], stdin=subprocess.DEVNULL, cwd=self.folder,
                                 capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn(f"{option}: no rule has the code or prefix 'NOPE'", run.stderr)
        # Own rules in the start folder's policy count too.
        with open(self.path('rocelint.yaml'), 'a', encoding='utf-8') as file:
            file.write('custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: "true", message: m}\n')
        run = subprocess.run([ROCELINT, 'lsp', '--select', 'SITE,PFC'], stdin=subprocess.DEVNULL, cwd=self.folder, check=False)
        self.assertEqual(run.returncode, 1)

    def test_a_policy_that_cannot_be_read_is_refused(self):
        run = subprocess.run([ROCELINT, 'lsp', '--policy', self.path('nope.yaml')], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn(f"{self.path('nope.yaml')}: cannot be read", run.stderr)

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


if __name__ == '__main__':
    main()
