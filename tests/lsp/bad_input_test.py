# SPDX-License-Identifier: Apache-2.0
"""Invalid messages and texts: each causes at most an error and never ends the session."""
import client as lsp
from session import errors, Session, main


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
        # A length that is too large consumes the beginning of the next message, and no more.
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

    def test_half_a_surrogate_pair_is_a_replacement_character(self):
        self.start()
        for written, read in ((r'\ud83d', '\ufffd'), (r'\uDE00', '\ufffd'), (r'\uD83D\uDBFF', '\ufffd\ufffd'),
                              (r'\ude00\ud83d', '\ufffd\ufffd'), (r'\ud83d\ud83d\ude00', '\ufffd\U0001f600'),
                              (r'\uD83d\uDe00\uDe00', '\U0001f600\ufffd'), (r'\ud83d\\\ude00', '\ufffd\\\ufffd'),
                              (r'\ud83d\n\ude00', '\ufffd\n\ufffd'), (r'\ud83d\u0041\u00e4', '\ufffdA\u00e4'),
                              (r'\ud83dude00', '\ufffdude00'), (r'\\ud83d', r'\ud83d'), (r'\\\ud83d', '\\\ufffd'),
                              (r'\\\\ud83d', r'\\ud83d'), (r'\ud83d\\ude00', '\ufffd' + r'\ude00'),
                              (r'\ud7ff\ue000\ufffd', '\ud7ff\ue000\ufffd')):
            with self.subTest(written):
                self.client.last_id += 1
                self.client.raw(self.framed(b'{"id": %d, "method": "%s"}' % (self.client.last_id, written.encode())))
                with self.assertRaises(lsp.Failure) as refused:
                    self.client.answer(self.client.last_id)
                self.assertEqual(str(refused.exception), read + ' is not known here')
        for written in (rb'\ud83', rb'\ud83x', rb'\ud83d\u', rb'\ud83d\ude', rb'\ud83d\x', b'\\ud83d\\'):
            with self.subTest(written):
                self.refused(self.framed(b'{"id": 1, "method": "%s"}' % written), -32700)
                self.refused(self.framed(b'{"id": 1, "method": "' + written), -32700)
        self.lives()

    def test_an_edit_with_half_a_surrogate_pair_is_made_and_later_ones_hit_their_places(self):
        self.start()
        lines = self.text('leaf3.cfg').split('\n')
        self.open('leaf3.cfg')
        number = next(index for index, line in enumerate(lines) if 'priority 3 no-drop' in line)
        column = lines[number].index('3 no-drop')

        def at(line, begin, end, text):
            return {'range': {'start': {'line': line, 'character': begin}, 'end': {'line': line, 'character': end}}, 'text': text}

        self.edit('leaf3.cfg', 2, at(number, 0, 0, '! \ud83d\n'))
        found = self.edit('leaf3.cfg', 3, at(number, 3, 3, '\ude00 end'), at(number + 1, column, column + 1, '4'))
        self.assertTrue(errors(found))
        # After the two surrogate halves: a line feed turns the rest into a line that is not understood.
        found = self.edit('leaf3.cfg', 4, at(number, 5, 8, '\nfrobnicate'))
        lines[number:number + 1] = ['! \ufffd\ufffd', 'frobnicate', lines[number].replace('3 no-drop', '4 no-drop')]
        lines[number + 1] += 'd'
        self.assertEqual(found, self.edit('leaf3.cfg', 5, {'text': '\n'.join(lines)}))
        self.assertIn(number + 1, [entry['range']['start']['line'] for entry in found if 'not understood' in entry['message']])
        self.lives()

    def test_an_edit_that_parts_a_surrogate_pair_leaves_its_other_half(self):
        self.start()
        text = self.text('leaf3.cfg')
        self.open('leaf3.cfg')
        # The text between the two stars: a surrogate pair between two letters.
        for begin, end, written, left in ((2, 3, '\ude01', 'a\ufffd\ufffdb'), (1, 2, '\ud83c', 'a\ufffd\ufffdb'), (2, 3, '', 'a\ufffdb'),
                                          (1, 2, '', 'a\ufffdb'), (2, 2, 'x', 'a\ufffdx\ufffdb'), (0, 2, '', '\ufffdb'),
                                          (2, 4, '', 'a\ufffd'), (2, 1, 'x', 'a\ufffdx\ufffdb'), (1, 3, '', 'ab')):
            with self.subTest(begin=begin, end=end, written=written):
                self.edit('leaf3.cfg', 2, {'text': '*a\U0001f600b*\n' + text})
                units = len(left.encode('utf-16-le')) // 2
                # A line feed before the second star, at the editor's position, must split the line there.
                found = self.edit('leaf3.cfg', 3,
                                  {'range': {'start': {'line': 0, 'character': 1 + begin}, 'end': {'line': 0, 'character': 1 + end}},
                                   'text': written},
                                  {'range': {'start': {'line': 0, 'character': 1 + units}, 'end': {'line': 0, 'character': 1 + units}},
                                   'text': '\n'})
                self.assertEqual(found, self.edit('leaf3.cfg', 4, {'text': '*' + left + '\n*\n' + text}))
        self.lives()

    def test_a_device_file_with_half_a_surrogate_pair_is_read_strictly(self):
        self.start()
        text, found = self.open('leaf1.json')
        self.assertEqual(errors(found), [])
        found = self.edit('leaf1.json', 2, {'text': text.replace('{', r'{"half": "\ud83d",', 1)})
        self.assertIn('this string has an invalid escape', ' '.join(entry['message'] for entry in found))
        self.lives()


if __name__ == '__main__':
    main()
