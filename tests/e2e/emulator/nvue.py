# SPDX-License-Identifier: Apache-2.0
"""Cumulus Linux, as far as a push sees it: `nv` with revisions by number, of which one may be pending and one may await its
confirmation, and an applied and a startup configuration.

Sources: NVIDIA NVUE reference, Config Commands (apply, --confirm, where a number without a unit is minutes, --confirm-status, detach,
diff, save, show -o commands) and Common Options (--pending, --startup); Cumulus Linux 5.15 User Guide, NVUE CLI (--confirm 60m; detach
keeps a revision by its number, attach resumes it; what diff prints); napalm-cumulus, CumulusDriver (--confirm Ns, apply REVISION
--confirm-yes and --confirm-no, delete, revision -o json with "state": "confirm"); NVIDIA's guides for how `nv set` says
"created [rev_id: 2]"; grammar_nvue.py for the statements. No document shows what --confirm-status prints, or what diff prints without a difference: the control file
chooses. A revision is a whole configuration. The first one is startup-config in the device's folder. Besides what device.py knows, the
control file takes
  "down": ["swp1"]      links that are down
  "drops": {"swp1": 7}  packets that a port dropped
  "mute": true          nv set does not say which revision it created
  "adds": true          the first statement of a revision also adds a user
  "equal": "message"    what diff prints without a difference: a message, a "document" without statements, or an "error" with nothing
                        pending; otherwise nothing
  "left": "clock"       how --confirm-status says the time: "clock", "unit", "unclear", or "none"; otherwise in words
  "units": false        --confirm takes minutes without a unit only
  "window": 10          the seconds that every timer runs, whatever was asked for
"""
import json
import re
import sys
import time

import device
import grammar_nvue
from line_grammar import Refusal

SEVERAL = {'interface', 'address', 'member', 'switch-priority', 'traffic-class', 'dscp', 'pcp', 'pfc', 'link-pause', 'congestion-control',
           'mapping', 'remark', 'egress-scheduler', 'egress-queue-mapping', 'traffic-pool', 'advance-buffer-config'}
OBJECTS = {'qos', 'system', 'link', 'ip', 'router', 'roce', 'config', 'auto-save', 'forwarding', 'ecmp-hash', 'adaptive-routing',
           'pfc-watchdog', 'bond', 'ingress-lossless-buffer', 'egress-lossless-buffer'}


def several(path):
    if not path:
        return True
    if len(path) > 2 and path[-2].isdigit():
        return False
    return (len(path) > 1 and path[-2] in SEVERAL) or path[-1] in SEVERAL | OBJECTS


def parted(word):
    """"swp1-2,swp4", "24,27-31"."""
    for part in word.split(','):
        head, dash, last = part.partition('-')
        digits = head[len(head.rstrip('0123456789')):]
        if dash and digits and last.isdigit():
            stem = head[:len(head) - len(digits)]
            yield from (f'{stem}{number}' for number in range(int(digits), int(last) + 1))
        else:
            yield part


def paths(words):
    out = [[]]
    for at, word in enumerate(words):
        many = (at and words[at - 1] == 'interface') or not word.strip('0123456789,-')
        out = [path + [part] for path in out for part in (parted(word) if many else [word])]
    return out


def set_path(tree, path):
    for at, word in enumerate(path):
        if not several(path[:at]) and word not in tree:
            tree.clear()
        tree = tree.setdefault(word, {})


def unset_path(tree, path):
    """Unsets a path; a word goes with its last statement."""
    word, *rest = path
    if word not in tree or (rest and not unset_path(tree[word], rest)):
        return False
    if not rest or not tree[word]:
        del tree[word]
    return True


def lines(tree, path=''):
    if not tree and path:
        yield f'nv set{path}'
    for word in sorted(tree):
        yield from lines(tree[word], f'{path} {word}')


def initial():
    tree = {}
    with open(device.path('startup-config')) as file:
        for line in file:
            words = line.split()
            if words[:2] == ['nv', 'set']:
                for path in paths(words[2:]):
                    set_path(tree, path)
    return {'applied': tree, 'startup': copy(tree), 'pending': None, 'confirm': None, 'revisions': {}, 'last': 1}


def strike(state):
    waiting = state['confirm']
    if waiting and device.is_over(waiting['until']):
        take_back(state)


def take_back(state):
    state['applied'] = state['confirm']['before']
    state['revisions'][state['confirm']['id']]['state'] = 'inactive'
    state['confirm'] = None


def refuse(text):
    sys.stderr.write(text + '\n')
    return 1


def copy(tree):
    return json.loads(json.dumps(tree))


def revision(state, name):
    if name == 'pending':
        return state['applied'] if state['pending'] is None else state['revisions'][state['pending']]['tree']
    return state[name]


def confirm_seconds(word):
    """The time behind --confirm; nothing if there is no such time."""
    match = re.fullmatch(r'([0-9]+)([smh]?)', word)
    if not match or (match[2] and device.control().get('units') is False):
        return None
    return int(match[1]) * {'s': 1, 'm': 60, 'h': 3600, '': 60}[match[2]]


def confirm_status(state):
    if not state['confirm']:
        return refuse('Error: No apply is waiting for a confirmation')
    left = round((state['confirm']['until'] - time.time()) / device.seconds(1))
    form = device.control().get('left', 'words')
    if form == 'none':
        return refuse('Error: unrecognized arguments: --confirm-status')
    print({'clock': f'{left // 3600}:{left // 60 % 60:02}:{left % 60:02}', 'unit': f'{left}s', 'unclear': 'waiting'}.get(
        form, f'{left // 60} minutes {left % 60} seconds before the automatic rollback'))
    return 0


def flash_is_full():
    return device.control().get('full', False)


def apply(state, arguments):
    """Applies the pending revision, or the one that is named first."""
    named = arguments[0] if arguments and arguments[0].isdigit() else state['pending']
    if '--confirm-status' in arguments:
        return confirm_status(state)
    window = None
    if '--confirm' in arguments:
        at = arguments.index('--confirm') + 1
        word = arguments[at] if at < len(arguments) and not arguments[at].startswith('-') else '10'
        window = confirm_seconds(word)
        if window is None:
            return refuse(f'Error: argument --confirm: invalid value: {word}')
        window = device.control().get('window', window)
    if '--confirm-yes' in arguments or '--confirm-no' in arguments:
        if not state['confirm'] or named not in (None, state['confirm']['id']):
            return refuse('Error: No apply of this revision is waiting for a confirmation')
        if '--confirm-no' in arguments:
            take_back(state)
        else:
            state['revisions'][state['confirm']['id']]['state'] = 'applied'
            state['confirm'] = None
        return 0
    if state['confirm']:
        return refuse('Error: An apply is waiting for its confirmation')
    if named is None:
        return refuse('Error: There is nothing to apply')
    if named not in state['revisions']:
        return refuse(f'Error: Unknown revision: {named}')
    before = state['applied']
    state['applied'] = copy(state['revisions'][named]['tree'])
    if state['pending'] == named:
        state['pending'] = None
    state['revisions'][named]['state'] = 'applied'
    if window is not None:
        state['confirm'] = {'until': time.time() + device.seconds(window), 'before': before, 'id': named}
        state['revisions'][named]['state'] = 'confirm'
    saves = state['applied'].get('system', {}).get('config', {}).get('auto-save', {}).get('state', {'enabled': {}})
    if 'enabled' in saves:
        state['startup'] = copy(state['applied'])
    print(f'applied [rev_id: {named}]')
    return 0


def without(tree, other):
    """What one configuration has and another has not: the part that diff shows below set, or below unset."""
    out = {}
    for word in tree:
        if word not in other:
            out[word] = copy(tree[word])
        elif rest := without(tree[word], other[word]):
            out[word] = rest
    return out


def document(tree, indent):
    for word in sorted(tree):
        print(f'{indent}{word}:')
        document(tree[word], indent + '  ')


def diff(state, arguments):
    """The parts of a document that lead from one configuration to the other."""
    equal = device.control().get('equal')
    if equal == 'error' and 'pending' in arguments and state['pending'] is None:
        return refuse('Error: Unknown revision: pending')
    old, new = (revision(state, name) for name in arguments[:2])
    parts = {'unset': without(old, new), 'set': without(new, old)}
    for part, tree in parts.items():
        if tree:
            print(f'- {part}:')
            document(tree, '    ')
    if not any(parts.values()) and equal == 'message':
        print('No changes')
    if not any(parts.values()) and equal == 'document':
        print('- header:\n    version: Cumulus Linux 5.15.0\n- set: {}')
    return 0


def config(state, verb, arguments):
    if verb == 'show':
        name = 'pending' if '--pending' in arguments else 'startup' if '--startup' in arguments else 'applied'
        print('\n'.join(lines(revision(state, name))))
    elif verb == 'diff':
        return diff(state, arguments)
    elif verb == 'revision':
        print(json.dumps({'applied': {'state': 'applied'}, 'startup': {'state': 'saved'},
                          **{number: {'state': one['state']} for number, one in state['revisions'].items()}}))
    elif verb == 'detach':
        if state['pending'] is None:
            return refuse('Error: There is no pending revision')
        state['revisions'][state['pending']]['state'] = 'detached'
        print(f"detached [rev_id: {state['pending']}]")
        state['pending'] = None
    elif verb == 'attach':
        if state['revisions'].get(arguments[0], {}).get('state') != 'detached':
            return refuse(f'Error: Unknown revision: {arguments[0]}')
        state['pending'] = arguments[0]
        state['revisions'][arguments[0]]['state'] = 'pending'
        print(f'attached [rev_id: {arguments[0]}]')
    elif verb == 'delete':
        if state['revisions'].get(arguments[0], {'state': 'confirm'})['state'] == 'confirm':
            return refuse(f'Error: Unknown revision: {arguments[0]}')
        del state['revisions'][arguments[0]]
    elif verb == 'save':
        if flash_is_full():
            return refuse('Error: No space left on device')
        state['startup'] = copy(state['applied'])
    elif verb == 'apply':
        return apply(state, arguments)
    else:
        return refuse('Invalid Command')
    return 0


def show(state, words):
    if words[0] == 'platform':
        print(json.dumps({'serial-number': device.serial(), 'base-mac': device.mac(), 'product-name': 'SN5600'}))
        return 0
    wanted = device.control()
    ports = {name: {'link': {'oper-status': 'down' if name in wanted.get('down', []) else 'up',
                             'stats': {'in-drops': wanted.get('drops', {}).get(name, 0), 'out-drops': 0,
                                       'carrier-transitions': device.flaps()}}}
             for name in state['applied'].get('interface', {})}
    print(json.dumps(ports))
    return 0


def change(state, verb, words):
    found = grammar_nvue.find(words, verb == 'unset')
    if isinstance(found, Refusal):
        return refuse(grammar_nvue.says(found, words or [verb]))
    tree = copy(revision(state, 'pending'))
    for path in paths(words):
        if verb == 'set':
            set_path(tree, path)
        elif not unset_path(tree, path):
            return refuse('Error: there is no ' + ' '.join(path))
    if state['pending'] is None:
        state['last'] += 1
        state['pending'] = str(state['last'])
        if not device.control().get('mute'):
            print(f"created [rev_id: {state['last']}]")
        if device.control().get('adds'):
            set_path(tree, ['system', 'aaa', 'user', 'somebody', 'role', 'system-admin'])
    state['revisions'][state['pending']] = {'tree': tree, 'state': 'pending'}
    return 0


def run(_, arguments):
    with device.state(initial, strike) as state:
        verb = arguments[0] if arguments else ''
        if verb in ('set', 'unset'):
            return change(state, verb, arguments[1:])
        if verb == 'config' and len(arguments) > 1:
            return config(state, arguments[1], arguments[2:])
        if verb == 'show' and len(arguments) > 1:
            return show(state, arguments[1:])
        return refuse('Invalid Command')


def say_ok(_, arguments):
    return 0
