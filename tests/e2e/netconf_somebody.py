# SPDX-License-Identifier: Apache-2.0
"""Plays another administrator's session: netconf_somebody.py PORT USER KEY change|commit
Changes an MTU and commits it, or leaves that commit pending confirmation."""
import sys

from ncclient import manager

EDIT = ('<config><configuration xmlns="http://xml.juniper.net/xnm/1.1/xnm"><interfaces><interface><name>et-0/0/0</name>'
        '<mtu>2000</mtu></interface></interfaces></configuration></config>')

with manager.connect(host='127.0.0.1', port=int(sys.argv[1]), username=sys.argv[2], key_filename=sys.argv[3],
                     allow_agent=False, look_for_keys=False, hostkey_verify=False, timeout=120) as session:
    session.edit_config(target='candidate', config=EDIT)
    if sys.argv[4] == 'change':
        session.commit()
    else:
        session.commit(confirmed=True, timeout='600', persist='somebody')
