# SPDX-License-Identifier: Apache-2.0
"""A small client of the Language Server Protocol, for tests: it frames and matches messages and interprets nothing."""
import json
import os
import queue
import subprocess
import threading
import time
import urllib.parse

PATIENCE = 300  # in seconds, for programs with sanitizers on a busy machine

EVERYTHING = {
    'textDocument': {
        'publishDiagnostics': {'relatedInformation': True, 'versionSupport': True, 'codeDescriptionSupport': True},
        'codeAction': {'codeActionLiteralSupport': {'codeActionKind': {'valueSet': ['quickfix', 'source.fixAll']}},
                       'disabledSupport': True, 'isPreferredSupport': True},
        'hover': {'contentFormat': ['markdown', 'plaintext']},
    },
    'workspace': {'workspaceEdit': {'documentChanges': True, 'resourceOperations': ['create']},
                  'didChangeWatchedFiles': {'dynamicRegistration': True}},
    'window': {'workDoneProgress': True},
}


def uri_of(path):
    return 'file://' + urllib.parse.quote(path)


class Failure(Exception):
    """The server answered with an error."""

    def __init__(self, error):
        super().__init__(error['message'])
        self.code = error['code']


class Client:
    def __init__(self, program, *arguments, cwd=None):
        self.process = subprocess.Popen([program, 'lsp', *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        cwd=cwd)
        self.incoming = queue.Queue()
        self.answers = {}
        self.notes = []  # all notifications, in order
        self.diagnostics = {}  # uri -> its latest list
        self.versions = {}
        self.last_id = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline().strip()):
                name, _, value = line.partition(b':')
                if name.lower() == b'content-length':
                    length = int(value)
            if length is None:
                self.incoming.put(None)
                return
            self.incoming.put(json.loads(stream.read(length)))

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.raw(b'Content-Length: %d\r\n\r\n%s' % (len(body), body))

    def notify(self, method, params):
        self.send({'method': method, 'params': params})

    def ask(self, method, params):
        self.last_id += 1
        self.send({'id': self.last_id, 'method': method, 'params': params})
        return self.last_id

    def take(self, patience=PATIENCE):
        """Receives the next message and files it."""
        message = self.incoming.get(timeout=patience)
        if message is None:
            raise EOFError('the server has ended')
        if 'method' not in message:
            self.answers[message['id']] = message
            return message
        self.notes.append(message)
        if message['method'] == 'textDocument/publishDiagnostics':
            params = message['params']
            self.diagnostics[params['uri']] = params['diagnostics']
            self.versions[params['uri']] = params.get('version')
        elif 'id' in message:
            self.send({'id': message['id'], 'result': None})
        return message

    def answer(self, number):
        while number not in self.answers:
            self.take()
        message = self.answers.pop(number)
        if 'error' in message:
            raise Failure(message['error'])
        return message['result']

    def call(self, method, params):
        return self.answer(self.ask(method, params))

    def start(self, *folders, capabilities=None, options=None):
        result = self.call('initialize', {
            'processId': os.getpid(),
            'capabilities': EVERYTHING if capabilities is None else capabilities,
            'workspaceFolders': [{'uri': uri_of(folder), 'name': folder} for folder in folders],
            **({'initializationOptions': options} if options else {})})
        self.notify('initialized', {})
        return result

    def open(self, path, text=None, version=1):
        if text is None:
            with open(path, encoding='utf-8') as file:
                text = file.read()
        self.notify('textDocument/didOpen', {'textDocument': {
            'uri': uri_of(path), 'languageId': 'text', 'version': version, 'text': text}})
        return text

    def change(self, path, version, *changes):
        self.notify('textDocument/didChange', {'textDocument': {'uri': uri_of(path), 'version': version},
                                               'contentChanges': list(changes)})

    def wait_for(self, path, version):
        """Waits for the diagnostics of this version of a file."""
        uri = uri_of(path)
        deadline = time.monotonic() + PATIENCE
        while self.versions.get(uri) != version:
            if time.monotonic() > deadline:
                raise TimeoutError(f'{path}: no diagnostics of version {version}')
            self.take()
        return self.diagnostics[uri]

    def settle(self):
        """Receives everything that the server sends before it answers this request."""
        try:
            self.call('rocelint/nothing', None)
        except Failure:
            pass

    def end(self):
        self.call('shutdown', None)
        self.notify('exit', None)
        return self.wait()

    def wait(self):
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.stdin.close()
