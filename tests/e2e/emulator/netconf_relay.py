# SPDX-License-Identifier: Apache-2.0
"""Sits between sshd and a NETCONF server that cannot inject faults: forwards messages unchanged, except those that the control
file wants to fail (device.py). An SSH subsystem: netconf_relay.py PROGRAM ARGUMENT… Towards the client messages end in
]]>]]>, towards the server they are chunked, without which netconfd has no confirmed-commit:1.1. A fault is matched against
"<commit>" and so on, as in junos.py."""
import os
import re
import select
import signal
import subprocess
import sys

import device

BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0'
END = b']]>]]>'
HELLO = f"""<?xml version="1.0" encoding="UTF-8"?>
<hello xmlns="{BASE}"><capabilities><capability>urn:ietf:params:netconf:base:1.0</capability>
<capability>urn:ietf:params:netconf:base:1.1</capability></capabilities></hello>""".encode()
PROBE = f"""<rpc xmlns="{BASE}" message-id="the-relay"><get-config><source><running/></source><filter type="subtree"/></get-config>
</rpc>""".encode()


class Pipe:
    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.buffer = b''

    def message(self):
        while END not in self.buffer:
            piece = os.read(self.descriptor, 65536)
            if not piece:
                return None
            self.buffer += piece
        message, self.buffer = self.buffer.split(END, 1)
        return message

    def take(self, size):
        while len(self.buffer) < size:
            piece = os.read(self.descriptor, 65536)
            if not piece:
                return None
            self.buffer += piece
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def chunks(self):
        """Reads a chunked message (RFC 6242, section 4.2)."""
        message = b''
        while True:
            head = self.line()
            if head is None or head == b'##':
                return message if head else None
            if head:
                message += self.take(int(head[1:])) or b''

    def line(self):
        while b'\n' not in self.buffer:
            piece = os.read(self.descriptor, 65536)
            if not piece:
                return None
            self.buffer += piece
        line, self.buffer = self.buffer.split(b'\n', 1)
        return line


def send_chunks(descriptor, message):
    write(descriptor, b'\n#%d\n%s\n##\n' % (len(message), message))


def send(descriptor, message):
    write(descriptor, message + END + b'\n')


def write(descriptor, data):
    while data:
        data = data[os.write(descriptor, data):]


def answer(identity, inside):
    send(1, f'<rpc-reply xmlns="{BASE}" message-id="{identity}">{inside}</rpc-reply>'.encode())


def main():
    server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    ours, theirs = Pipe(0), Pipe(server.stdout.fileno())
    if device.control().get('no_hello'):
        device.hang()
    to_server = server.stdin.fileno()
    hello = theirs.message() or b''
    send(1, re.sub(rb'<([\w:]*)capability>\s*urn:ietf:params:netconf:base:1.1\s*</[\w:]*capability>', b'', hello))
    if ours.message() is None:
        return
    write(to_server, HELLO + END)
    # netconfd loses requests that arrive before it has read the hello, so probe it until it answers.
    theirs.buffer = theirs.buffer.lstrip(b'\n')
    while not theirs.buffer:
        send_chunks(to_server, PROBE)
        select.select([theirs.descriptor], [], [], 1)
        if select.select([theirs.descriptor], [], [], 0)[0]:
            break
    theirs.chunks()
    while True:
        request = ours.message()
        if request is None:
            break
        text = request.decode('utf-8', 'replace')
        identity = re.search(r'message-id="([^"]*)"', text)
        name = re.search(r'<rpc[^>]*>\s*<([\w-]+)', text)
        identity, name = identity[1] if identity else '', name[1] if name else ''
        device.log(f'<{name}>')
        one = device.fault(f'<{name}>')
        kind = one.get('do')
        device.delay(one, f'<{name}>')
        if kind == 'lie':
            answer(identity, '<ok/>')
            continue
        if kind == 'refuse':
            answer(identity, '<rpc-error><error-type>application</error-type><error-tag>operation-failed</error-tag>'
                             '<error-severity>error</error-severity><error-message>refused</error-message></rpc-error>')
            continue
        send_chunks(to_server, request.strip())
        reply = theirs.chunks()
        while reply is not None and b'"the-relay"' in reply:
            reply = theirs.chunks()
        if kind == 'hang_after':
            device.hang()
        if kind == 'drop_after':
            device.drop_connection()
        if reply is None:
            break
        send(1, reply)
    server.stdin.close()


if __name__ == '__main__':
    main()
