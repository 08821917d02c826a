# SPDX-License-Identifier: Apache-2.0
"""A switch restarts: what is in force is what a start brings, and sessions, timers and locks are gone.  restart.py eos

On Junos a start keeps what was committed, confirmed or not, and the timer of a confirmed commit is gone: the worst that is
told of it (napalm, pull request 1266); its manuals do not say.
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
            state.update(dialect.copy(state['startup']))
        elif sys.argv[1] == 'nvue':
            state.update(applied=dialect.copy(state['startup']), pending=None, confirm=None, revisions={})
        elif sys.argv[1] in ('os10', 'sonic_cli'):
            state.update(running=state['startup'], candidate=None)
        else:
            state.update(candidate=None, lock=0, pending=None, sessions={})
    if sys.argv[1] in ('os10', 'sonic_cli'):
        # /run is in memory, and so are timers.
        for name in ('units', 'run/rocelint'):
            shutil.rmtree(device.path(name), ignore_errors=True)
    device.log('restart')


main()
