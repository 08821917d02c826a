# SPDX-License-Identifier: Apache-2.0
"""Prints the state of a NETCONF server as ncclient sees it: netconf_state.py PORT USER KEY
Three lines: a hash of the running configuration, one of the startup configuration, and what a push left behind."""
import hashlib
import re
import sys

from ncclient import manager
from ncclient.operations import RPCError
from ncclient.xml_ import to_ele

WANTED = ('subtree', '<configuration xmlns="http://xml.juniper.net/xnm/1.1/xnm"/>')


def read(session, store):
    text = re.sub(r'\s+', ' ', session.get_config(store, filter=WANTED).data_xml)
    return re.sub(r' (message-id|last-modified|etag)="[^"]*"', '', text)


def main():
    with manager.connect(host='127.0.0.1', port=int(sys.argv[1]), username=sys.argv[2], key_filename=sys.argv[3],
                         allow_agent=False, look_for_keys=False, hostkey_verify=False, timeout=120) as session:
        has = [capability.rsplit(':', 2)[-2] for capability in session.server_capabilities if ':capability:' in capability]
        running = read(session, 'running')
        startup = read(session, 'startup') if 'startup' in has else running
        left = []
        if 'candidate' in has:
            if read(session, 'candidate') != running:
                left.append('candidate')
            try:
                session.lock('candidate')
                session.unlock('candidate')
            except RPCError:
                left.append('lock')
            try:
                session.dispatch(to_ele('<cancel-commit xmlns="urn:ietf:params:xml:ns:netconf:base:1.0">'
                                        '<persist-id>nobodys</persist-id></cancel-commit>'))
            except RPCError as problem:
                if problem.tag == 'invalid-value':
                    left.append('commit timer')
        for text in (running, startup):
            print(hashlib.sha256(text.encode()).hexdigest())
        print(', '.join(left))


if __name__ == '__main__':
    main()
