# SPDX-License-Identifier: Apache-2.0
"""Prints the running configuration as ncclient reads it: read_config.py PORT USER KEY"""
import sys

from ncclient import manager

with manager.connect(host='127.0.0.1', port=int(sys.argv[1]), username=sys.argv[2], key_filename=sys.argv[3],
                     allow_agent=False, look_for_keys=False, hostkey_verify=False, timeout=120) as session:
    wanted = ('subtree', '<configuration xmlns="http://xml.juniper.net/xnm/1.1/xnm"/>')
    print(session.get_config('running', filter=wanted).data_xml)
