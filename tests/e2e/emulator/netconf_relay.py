# SPDX-License-Identifier: Apache-2.0
"""Stands between sshd and a NETCONF server that knows no faults: hands messages on as they are, but for those that the control
file wants to go wrong (device.py). An SSH subsystem: netconf_relay.py PROGRAM ARGUMENT… Framing by ]]>]]> only. A fault is
matched against "<commit>" and so on, as in junos.py."""
import os
import re
import signal
import subprocess
import sys
import time

import device

BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0'
END = b']]>]]>'


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


def send(descriptor, message):
    data = message + END + b'\n'
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
    send(1, theirs.message() or b'')
    send(to_server, ours.message() or b'')
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
        time.sleep(device.control().get('slow', 0) + (one.get('seconds', 1) if kind == 'slow' else 0))
        if kind == 'hang':
            device.hang()
        if kind == 'wait':
            device.wait(f'<{name}>')
        if kind == 'drop':
            device.drop_connection()
        if kind == 'lie':
            answer(identity, '<ok/>')
            continue
        if kind == 'refuse':
            answer(identity, '<rpc-error><error-type>application</error-type><error-tag>operation-failed</error-tag>'
                             '<error-severity>error</error-severity><error-message>refused</error-message></rpc-error>')
            continue
        send(to_server, request)
        reply = theirs.message()
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
