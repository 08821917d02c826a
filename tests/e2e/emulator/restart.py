# SPDX-License-Identifier: Apache-2.0
"""Restarts a switch: it loads the startup configuration, and sessions, timers and locks are gone.  restart.py eos

On Junos a start keeps what was committed, confirmed or not, and the timer of a confirmed commit is gone: the worst case that is
reported (napalm, pull request 1266); its manuals do not say.
"""
import importlib
import shutil
import sys

import device


def main():
    dialect = importlib.import_module(sys.argv[1])
    with device.state(dialect.initial) as state:
        if sys.argv[1] == 'eos':
            state.update(running=state['startup'], sessions={}, pending=None, completed=[])
        elif sys.argv[1] == 'onyx':
            state.update(running=list(state['saved']['lines']), jobs={})
        elif sys.argv[1] == 'nxos':
            state.update(dialect.copy(state['startup']), rolling=None)
        elif sys.argv[1] == 'nvue':
            state.update(applied=dialect.copy(state['startup']), pending=None, confirm=None, revisions={})
        elif sys.argv[1] == 'aoscx':
            state.update(running=state['startup'], pending=None, rolling=None)
        elif sys.argv[1] == 'vrp':
            state.update(running=state['startup'], pending=None, canceling=None)
        elif sys.argv[1] == 'os10':
            state.update(running=state['startup'], candidate=None)
        else:
            state.update(candidate=None, lock=0, pending=None, sessions={})
    if sys.argv[1] == 'os10':
        # /run is in memory, and so are the timers.
        for name in ('units', 'run/rocelint'):
            shutil.rmtree(device.path(name), ignore_errors=True)
    device.log('restart')


main()
