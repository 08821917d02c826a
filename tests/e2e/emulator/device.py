# SPDX-License-Identifier: Apache-2.0
"""Shared by all emulated devices: state in a folder, a scaled clock, and faults that a test requests.

EMULATOR_STATE names the folder of one device. In it:
  state.json    the device's state; every access takes the lock and first runs the timers that have expired
  control.json  the test's settings, read again at each command:
    {"time_scale": 0.1,            a second of the device takes 0.1 s
     "hurry": true,                every running timer expires now
    "hurry_when": ["FILE", "text"],  the same as soon as this file contains this text: the journal of a push
     "page": 24,                   lines before --More-- (0: never)
     "banner_lines": 5000,         lines before the first prompt
     "no_prompt": true,            never show a prompt
     "flood": "show version",      its output, on a terminal, never ends
     "slow": 0.2,                  seconds before each answer
     "version": "4.31.2F",         of the system, where it matters
     "serial": "JPE1", "mac": …    of the box, if it reports them; unique by default
     "faults": [{"match": "commit timer", "count": 1, "do": "drop_after"}]}
  A fault strikes at commands that contain "match"; "nth" selects one, counted from 1 (default: every one), "count" limits how
  often it strikes. "do":
    refuse (an error, nothing done) · lie (ok, nothing done) · say ("text" comes before the answer) · hang, hang_after (no answer, before or after it is done) ·
    drop, drop_after (the connection dies) · slow (answers after "seconds") · wait (does it once the control file no longer asks
    for the fault) · wait_drop (the same, and then the connection dies); other words are the dialect's own
  "full": true is a full flash: saves fail, and so do commits that need room.
  "flaps": 1, "flaps_when": ["FILE", "text"]: how often links went down and up again.
  With "when": ["FILE", "text"] a fault strikes only if the file contains the text. A hang in a shell ends in failure when the
  control file says "release": true, or after the fault's "seconds". While something hangs or waits there is a file
  "hanging".
"""
import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import signal
import sys
import time

STRUCK = {}  # the fault at the current command
FOLDER = os.environ.get('EMULATOR_STATE', '.')


def path(name):
    return os.path.join(FOLDER, name)


def box():
    """The identity of an emulated box: its folder, or the box that a file in it says it stands for."""
    try:
        with open(path('box')) as file:
            name = file.read()
    except OSError:
        name = FOLDER
    return hashlib.sha256(name.encode()).hexdigest()


def serial():
    return control().get('serial', 'SN' + box()[:10].upper())


def mac():
    return control().get('mac', '02:00:' + ':'.join(box()[at:at + 2] for at in (0, 2, 4, 6)))


def control():
    try:
        with open(path('control.json')) as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def flaps():
    """How often links went down so far; one more once a file, such as a journal, contains a text."""
    wanted = control()
    return wanted.get('flaps', 0) + ('flaps_when' in wanted and holds(wanted['flaps_when']))


def write_file(name, text):
    """Writes atomically."""
    beside = path(f'{name}.{os.getpid()}')
    with open(beside, 'w') as file:
        file.write(text)
    os.rename(beside, path(name))


@contextlib.contextmanager
def locked(name):
    with open(path(name + '.lock'), 'w') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def state(initial, strike=None):
    """The state as a dictionary, under the lock; changes to it are saved. `strike` runs the expired timers."""
    with locked('state.json'):
        try:
            with open(path('state.json')) as file:
                value = json.load(file)
        except (OSError, ValueError):
            value = initial()
        before = json.dumps(value)
        if strike:
            strike(value)
        try:
            yield value
        finally:
            # After a refusal too: changes made before it stay.
            if json.dumps(value) != before or not os.path.exists(path('state.json')):
                write_file('state.json', json.dumps(value, indent=1))
                shutil.rmtree(path('shown'), ignore_errors=True)


def seconds(of_device):
    return of_device * control().get('time_scale', 1)


def holds(file_and_text):
    """Whether a file contains a text."""
    try:
        with open(file_and_text[0]) as file:
            return file_and_text[1] in file.read()
    except OSError:
        return False


def is_over(until):
    if time.time() >= until:
        return True
    wanted = control()
    return wanted.get('hurry', False) or 'hurry_when' in wanted and holds(wanted['hurry_when'])


def fault(command):
    """The fault that strikes at this command, or an empty dictionary."""
    wanted = [(f'{number}:{json.dumps(one, sort_keys=True)}', one) for number, one in enumerate(control().get('faults', []))
              if one.get('match', '') in command and ('when' not in one or holds(one['when']))]
    if not wanted:
        return {}
    striking = {}
    with locked('faults.json'):
        try:
            with open(path('faults.json')) as file:
                counts = json.load(file)
        except (OSError, ValueError):
            counts = {}
        for key, one in wanted:
            seen = counts[key] = counts.get(key, 0) + 1
            if not striking and seen == one.get('nth', seen) and seen <= one.get('count', seen):
                striking = one
        write_file('faults.json', json.dumps(counts))
    return striking


def hang():
    sys.stdout.flush()
    write_file('hanging', '')
    end = time.time() + STRUCK.get('seconds', 86400)
    # Ends with its parent, so that no test leaves one behind.
    parent = os.getppid()
    while os.getppid() == parent != 1 and os.path.isdir(FOLDER) and not control().get('release') and time.time() < end:
        time.sleep(0.02)
    sys.exit(1)


def wait(command):
    """Waits until the test removes the fault, even if the client is gone."""
    write_file('hanging', '')
    while os.path.isdir(FOLDER) and any(one.get('do', '').startswith('wait') and one.get('match', '') in command
                                        for one in control().get('faults', [])):
        time.sleep(0.02)


def drop_connection(status=1):
    """Kills the server process of this connection, like a crash or a cut cable. Commands on the device continue."""
    sys.stdout.flush()
    pid = os.getppid()
    while pid > 1:
        with open(f'/proc/{pid}/stat') as file:
            name, rest = file.read().split('(', 1)[1].rsplit(')', 1)
        if name.startswith('sshd'):
            os.kill(pid, signal.SIGKILL)
            break
        pid = int(rest.split()[1])
    sys.exit(status)


def delay(one, command):
    """The part of a fault before the command: the device is slow, hangs, or loses the connection."""
    kind = one.get('do')
    pause = control().get('slow', 0) + (one.get('seconds', 1) if kind == 'slow' else 0)
    if pause:
        time.sleep(pause)
    if kind == 'hang':
        hang()
    if kind in ('wait', 'wait_drop'):
        wait(command)
    if kind in ('drop', 'wait_drop'):
        drop_connection()


def around(command, do, refuse, say_ok=lambda: None):
    """Runs a command under the active faults."""
    one = fault(command)
    kind = one.get('do')
    STRUCK.clear()
    STRUCK.update(one)
    delay(one, command)
    if kind == 'refuse':
        return refuse(one.get('text'))
    if kind == 'lie':
        return say_ok()
    if kind == 'say':
        sys.stdout.write(one.get('text', '') + '\n')
        sys.stdout.flush()
    result = do()
    if kind == 'hang_after':
        hang()
    if kind == 'drop_after':
        drop_connection(0)
    return result


def log(text):
    with open(path('commands.log'), 'a') as file:
        file.write(f'{time.time():.3f} {text}\n')
