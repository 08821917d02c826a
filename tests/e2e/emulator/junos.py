# SPDX-License-Identifier: Apache-2.0
"""NETCONF as Junos speaks it: base 1.0 framing, confirmed-commit:1.0, warnings next to <ok/>. An SSH subsystem.

libnetconf2's server, which could run inside the test, always offers base:1.1 and sends no reply that libyang would
not: it cannot play Junos. Sources: Junos OS NETCONF XML Management Protocol Developer Guide, "Commit the Candidate
Configuration Only After Confirmation Using NETCONF" (a plain <commit/>, also of another session, confirms; without one the
device rolls back when the time is up) and RFC 6241. Which class-of-service statements are refused: grammar_junos.py.

<get-commit-information> shows a pending commit: `<commit-confirmed>rollback pending` at the newest commit while its timer
runs, the words "commit confirmed, rollback in" in its comment permanently, and after a rollback a new commit "by root via other"
(answers of a vSRX 24.4R2, in the tests of Juniper/junos-mcp-server). A CLI user in `configure exclusive` keeps everyone else from the
candidate (Junos CLI User Guide, Using the configure exclusive Command; the words of the refusal: a public session on an EX4300). A lock is refused while the candidate holds changes, and
statements come in schema order, in whatever order they were set.

A device starts with configuration.xml in its folder if it exists. Besides what device.py knows, the control file takes: "capabilities" (a list of names such as "confirmed-commit:1.1" in place
of Junos' own), "warn" (a warning next to each <ok/>), "no_hello", "sessions_end_commits" (true: as in RFC 6241, a pending
commit ends with its session), "no_commit_information", "login" (the user name of commits), "ports": {"et-0/0/1":
{"up": false, "drops": 5, "pause": 7}}, "engines": ["master", "backup"], "exclusive" (who has entered `configure exclusive`) and the faults "half" (half an answer, then the end), "elements" (an answer of a million elements), "flood" (one of 65 MiB) and "wrong_id". A fault is matched against "<commit>", so that it need not
strike at "<get-commit-information>" too.
"""
import difflib
import os
import sys
import time
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

import device
import grammar_junos

BASE = 'urn:ietf:params:xml:ns:netconf:base:1.0'
CONFIGURATION = 'http://xml.juniper.net/xnm/1.1/xnm'
END = b']]>]]>'
JUNOS = ['candidate:1.0', 'confirmed-commit:1.0', 'validate:1.0', 'url:1.0?scheme=http,ftp,file']
LEAF_LISTS = {'member', 'apply-groups', 'code-points', 'fill-level', 'drop-probability', 'flow-control-queue'}
# Blocks that mean nothing when empty.
HOLLOW = {'interfaces', 'class-of-service', 'classifiers', 'rewrite-rules', 'ether-options', 'input', 'output', 'dscp',
          'ieee-802.1', 'forwarding-classes', 'shared-buffer', 'ingress', 'egress', 'chassis', 'forwarding-options',
          'configured-flow-control'}
# Statements come in schema order: here some fixed ones first, then alphabetically.
FIRST = ['name', 'version', 'groups', 'apply-groups', 'system', 'chassis', 'interfaces', 'loss-priority', 'protocol']


def initial():
    text = '<configuration><system><host-name>leaf1</host-name></system></configuration>'
    if os.path.exists(device.path('configuration.xml')):
        with open(device.path('configuration.xml')) as file:
            text = as_text(plain(ET.fromstring(file.read())))
    return {'running': text, 'candidate': None, 'lock': 0, 'pending': None, 'sessions': {}, 'last': 0, 'history': []}


def record(state, user, client, comment=''):
    """Adds a line to `show system commit`, newest first."""
    state['history'].insert(0, {'user': user, 'client': client, 'comment': comment, 'time': int(time.time())})
    del state['history'][50:]


def roll_back(state):
    state['running'] = state['pending']['before']
    state['candidate'] = None
    state['pending'] = None
    record(state, 'root', 'other')


def strike(state):
    pending = state['pending']
    if pending and device.is_over(pending['until']):
        roll_back(state)
    # Sessions whose process was killed lose their locks.
    for number, pid in list(state['sessions'].items()):
        if not is_running(pid):
            end_session(state, int(number))


def is_running(pid):
    """Whether a process runs; a zombie does not."""
    try:
        with open(f'/proc/{pid}/stat') as file:
            return file.read().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False


def end_session(state, number):
    state['sessions'].pop(str(number), None)
    if state['lock'] == number:
        state['lock'] = 0
        state['candidate'] = None
    pending = state['pending']
    if pending and pending['session'] == number and device.control().get('sessions_end_commits'):
        roll_back(state)


def local(element):
    return element.tag.rsplit('}', 1)[-1]


def plain(element):
    """The element without namespaces, except that of the requested operation."""
    copy = ET.Element(local(element))
    for name, value in element.attrib.items():
        if name.rsplit('}', 1)[-1] in ('operation', 'inactive', 'active'):
            copy.set(name.rsplit('}', 1)[-1], value)
    copy.text = (element.text or '').strip() or None
    copy.extend(plain(child) for child in element if isinstance(child.tag, str))
    return copy


def same(one, other):
    if one.tag != other.tag:
        return False
    # Deleting `code-points` without a value deletes all of them.
    if one.tag in LEAF_LISTS and (one.text and other.text):
        return one.text == other.text
    return one.findtext('name') == other.findtext('name')


class Refused(Exception):
    def __init__(self, tag, message, element=''):
        super().__init__(message)
        self.tag, self.message, self.element = tag, message, element


def merge(target, change, inherited):
    for child in change:
        operation = child.attrib.pop('operation', inherited)
        active = child.attrib.pop('active', None)
        old = next((one for one in target if same(one, child)), None)
        if operation in ('delete', 'remove'):
            if old is None and operation == 'delete':
                raise Refused('data-missing', 'statement not found', f'<{child.tag}>')
            if old is not None:
                target.remove(old)
        elif operation == 'create' and old is not None:
            raise Refused('data-exists', 'statement exists already', f'<{child.tag}>')
        elif old is None or operation == 'replace' or not len(child) and child.tag not in LEAF_LISTS:
            if old is not None:
                target[list(target).index(old)] = child
            elif operation != 'none':
                target.append(child)
        else:
            old.attrib.update(child.attrib)
            merge(old, child, operation)
            if active:
                old.attrib.pop('inactive', None)
        if operation in ('delete', 'remove'):
            drop_hollow(target)


def drop_hollow(block):
    """Removes blocks that lost their last statement; a named block stays."""
    for child in list(block):
        drop_hollow(child)
        if not len(child) and not child.text and child.tag in HOLLOW:
            block.remove(child)


def in_order(block):
    for child in block:
        in_order(child)
    block[:] = sorted(block, key=lambda child: (FIRST.index(child.tag) if child.tag in FIRST else len(FIRST), child.tag))


def select(wanted, block):
    """The part of a block that a subtree filter (RFC 6241 section 6) selects."""
    if not len(wanted):
        return block
    if any((child.text or '').strip() and block.findtext(local(child)) != child.text.strip()
           for child in wanted if not len(child)):
        return None
    chosen = ET.Element(block.tag, block.attrib)
    for child in block:
        for pattern in wanted:
            part = select(pattern, child) if local(pattern) == child.tag else None
            if part is not None:
                chosen.append(part)
                break
    return chosen if len(chosen) else None


def as_text(configuration):
    in_order(configuration)
    ET.indent(configuration, '    ')
    return ET.tostring(configuration, encoding='unicode')


class Session:
    def __init__(self):
        self.number = 0
        self.user = device.control().get('login', os.environ.get('USER') or os.environ.get('LOGNAME', 'root'))
        self.buffer = b''

    def send(self, text):
        sys.stdout.buffer.write(text.encode() + END + b'\n')
        sys.stdout.buffer.flush()

    def receive(self):
        while END not in self.buffer:
            piece = os.read(0, 65536)
            if not piece:
                return None
            self.buffer += piece
        message, self.buffer = self.buffer.split(END, 1)
        return message.strip()

    def state(self):
        return device.state(initial, strike)

    def hello(self):
        with self.state() as state:
            state['last'] += 1
            self.number = state['last']
            state['sessions'][str(self.number)] = os.getpid()
        uris = ['urn:ietf:params:netconf:base:1.0']
        uris += [f'urn:ietf:params:netconf:capability:{name}' for name in device.control().get('capabilities', JUNOS)]
        uris += ['http://xml.juniper.net/netconf/junos/1.0']
        listed = ''.join(f'<capability>{escape(uri)}</capability>' for uri in uris)
        self.send('<!-- No zombies were killed during the creation of this user interface -->\n'
                  f'<hello xmlns="{BASE}"><capabilities>{listed}</capabilities><session-id>{self.number}</session-id></hello>')

    def run(self):
        if device.control().get('no_hello'):
            device.hang()
        self.hello()
        self.receive()
        going = True
        while going:
            message = self.receive()
            if message is None:
                break
            going = self.answer(message)
        with self.state() as state:
            end_session(state, self.number)

    def reply(self, identity, inside, half=False):
        text = (f'<rpc-reply xmlns="{BASE}" xmlns:junos="http://xml.juniper.net/junos/23.4R2/junos" '
                f'message-id="{escape(identity)}">\n{inside}\n</rpc-reply>\n')
        if half:
            sys.stdout.buffer.write(text[:len(text) // 2].encode())
            sys.stdout.buffer.flush()
            sys.exit(0)
        self.send(text)

    @staticmethod
    def error(tag, message, severity='error', element=''):
        info = f'<error-info><bad-element>{escape(element)}</bad-element></error-info>' if element else ''
        return (f'<rpc-error>\n<error-type>application</error-type>\n<error-tag>{tag}</error-tag>\n'
                f'<error-severity>{severity}</error-severity>\n<source-daemon>mgd</source-daemon>\n'
                f'<error-message>\n{escape(message)}\n</error-message>\n{info}</rpc-error>')

    def answer(self, message):
        try:
            rpc = ET.fromstring(message)
        except ET.ParseError as problem:
            self.reply('', self.error('malformed-message', str(problem)))
            return True
        identity = rpc.get('message-id', '')
        operation = rpc[0]
        name = local(operation)
        device.log(f'{self.number} {name}')
        one = device.fault(f'<{name}>')
        kind = one.get('do')
        device.delay(one, f'<{name}>')
        ok = '<ok/>'
        if device.control().get('warn'):
            ok = self.error('operation-failed', 'statement has no contents; ignored', 'warning') + '\n<ok/>'
        try:
            if kind == 'refuse':
                raise Refused(one.get('tag', 'operation-failed'), one.get('text', 'refused'))
            inside = (ok if kind == 'lie' else getattr(self, 'do_' + name.replace('-', '_'), self.unknown)(operation)) or ok
        except Refused as refused:
            inside = self.error(refused.tag, refused.message, element=refused.element)
        if kind == 'hang_after':
            device.hang()
        if kind == 'drop_after':
            device.drop_connection()
        if kind == 'elements':
            inside = '<a/>' * 1_000_001
        if kind == 'flood':
            self.reply(identity, 'x' * (65 << 20))
            return True
        self.reply('9' + identity if kind == 'wrong_id' else identity, inside, kind == 'half')
        return name != 'close-session'

    def unknown(self, operation):
        raise Refused('operation-not-supported', 'syntax error', local(operation))

    @staticmethod
    def store_of(operation, where):
        element = next(child for child in operation if local(child) == where)
        return local(element[0])

    @staticmethod
    def candidate(state):
        return state['candidate'] or state['running']

    def store(self, state, name):
        return {'candidate': self.candidate(state), 'startup': state.get('startup', '<configuration/>')}.get(name, state['running'])

    def do_copy_config(self, operation):
        """Only on a server with a separate startup configuration, unlike Junos."""
        if self.store_of(operation, 'target') != 'startup' or 'startup:1.0' not in device.control().get('capabilities', JUNOS):
            return self.unknown(operation)
        with self.state() as state:
            state['startup'] = self.store(state, self.store_of(operation, 'source'))
        return None

    def check_lock(self, state):
        user = device.control().get('exclusive')
        if user:
            raise Refused('lock-denied', f'configuration database locked by:\n  {user} terminal p0 (pid 4681) on since '
                          '2026-09-02 09:31:02 UTC, idle 00:01:12\n      exclusive [edit]')
        if state['lock'] not in (0, self.number):
            raise Refused('lock-denied', 'configuration database locked by another session', str(state['lock']))

    def do_close_session(self, _):
        return None

    def do_lock(self, _):
        with self.state() as state:
            self.check_lock(state)
            if state['candidate'] and state['candidate'] != state['running']:
                raise Refused('lock-denied', 'configuration database modified')
            state['lock'] = self.number

    def do_unlock(self, _):
        with self.state() as state:
            if state['lock'] != self.number:
                raise Refused('operation-failed', 'configuration database not locked')
            state['lock'] = 0
            state['candidate'] = None

    def do_get_config(self, operation):
        with self.state() as state:
            text = self.store(state, self.store_of(operation, 'source'))
        configuration = ET.fromstring(text)
        wanted = next((child for child in operation if local(child) == 'filter'), None)
        if wanted is not None and len(wanted):
            configuration = select(wanted[0], configuration)
            if configuration is None:
                return '<data/>'
        shown = as_text(configuration).replace(
            '<configuration', f'<configuration xmlns="{CONFIGURATION}" junos:changed-seconds="{int(time.time())}"', 1)
        return f'<data>\n{shown}\n</data>'

    def do_edit_config(self, operation):
        config = next(child for child in operation if local(child) == 'config')
        default = next((child.text for child in operation if local(child) == 'default-operation'), 'merge')
        with self.state() as state:
            self.check_lock(state)
            candidate = ET.fromstring(self.candidate(state))
            for change in config:
                change = plain(change)
                if change.tag != 'configuration':
                    raise Refused('unknown-element', 'syntax error', change.tag)
                if change.attrib.pop('operation', default) == 'replace':
                    candidate = change
                else:
                    merge(candidate, change, default)
            there = grammar_junos.problems(ET.fromstring(self.candidate(state)))
            for tag, message, element in grammar_junos.problems(candidate):
                if (tag, message, element) not in there:
                    raise Refused(tag, message, element)
            state['candidate'] = as_text(candidate)

    def do_discard_changes(self, _):
        with self.state() as state:
            self.check_lock(state)
            state['candidate'] = None

    def do_validate(self, _):
        with self.state() as state:
            # On Junos a commit check confirms what is pending.
            state['pending'] = None

    def do_get_commit_information(self, operation):
        if device.control().get('no_commit_information'):
            return self.unknown(operation)
        commits = ''
        with self.state() as state:
            for number, one in enumerate(state['history']):
                pending = '<commit-confirmed>rollback pending</commit-confirmed>' if state['pending'] and not number else ''
                comment = f'<comment>{one["comment"]}</comment>' if one['comment'] else ''
                commits += (f'<commit-history>\n<sequence-number>{number}</sequence-number>\n<user>{one["user"]}</user>\n'
                            f'<client>{one["client"]}</client>\n<date-time junos:seconds="{one["time"]}">'
                            f'{time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(one["time"]))}</date-time>\n'
                            f'{comment}{pending}</commit-history>\n')
        return f'<commit-information>\n{commits}</commit-information>'

    def do_get_system_uptime_information(self, _):
        now = int(time.time())
        # As Junos 18.3R3 and 23.2R1 answer in public tests and documents.
        shown = time.strftime('%Y-%m-%d %H:%M:%S UTC', time.gmtime(now))
        return ('<system-uptime-information xmlns="http://xml.juniper.net/junos/23.4R2/junos">\n<current-time>\n'
                f'<date-time junos:seconds="{now}">{shown}</date-time>\n</current-time>\n<time-source> NTP CLOCK </time-source>\n'
                '</system-uptime-information>')

    def do_get_chassis_inventory(self, _):
        return ('<chassis-inventory xmlns="http://xml.juniper.net/junos/23.4R2/junos-chassis"><chassis junos:style="inventory">\n'
                f'<name>Chassis</name>\n<serial-number>{escape(device.serial())}</serial-number>\n<description>QFX5240-64OD</description>\n'
                '<chassis-module><name>PSM 0</name><serial-number>1F21A0001</serial-number></chassis-module>\n'
                '</chassis></chassis-inventory>')

    def do_get_route_engine_information(self, _):
        shown = ''.join(f'<route-engine><slot>{slot}</slot><mastership-state>{state}</mastership-state><status>OK</status></route-engine>\n'
                        for slot, state in enumerate(device.control().get('engines', ['master'])))
        return ('<route-engine-information xmlns="http://xml.juniper.net/junos/23.4R2/junos-chassis">\n'
                f'{shown}</route-engine-information>')

    def do_get_configuration(self, operation):
        """`show configuration system commit`, and `show | compare`: only the forms that we request, the difference as text."""
        if operation.get('database') == 'committed' and operation.get('inherit') == 'inherit':
            with self.state() as state:
                configuration = select(ET.fromstring('<configuration><system><commit/></system></configuration>'),
                                       ET.fromstring(state['running']))
            return '' if configuration is None else as_text(configuration).replace(
                '<configuration', f'<configuration xmlns="{CONFIGURATION}"', 1)
        if operation.get('compare') != 'rollback' or operation.get('format') != 'text':
            return self.unknown(operation)
        with self.state() as state:
            before, after = state['running'], self.candidate(state)
            if operation.get('rollback') == '1' and state['pending']:
                before = state['pending']['before']
            before, after = before.splitlines(), after.splitlines()
        lines = [line for line in difflib.unified_diff(before, after, lineterm='', n=0) if line[:2] not in ('--', '++', '@@')]
        text = escape('\n'.join(lines))
        return (f'<configuration-information>\n<configuration-output>\n{text}\n</configuration-output>\n'
                '</configuration-information>')

    def do_get_interface_information(self, operation):
        words = {local(child): (child.text or '').strip() for child in operation}
        with self.state() as state:
            interfaces = ET.fromstring(state['running']).findall('interfaces/interface')
        told = device.control().get('ports', {})
        names = [one.findtext('name') for one in interfaces]
        if 'interface-name' in words:
            if words['interface-name'] not in names:
                raise Refused('operation-failed', f'device {words["interface-name"]} not found')
            names = [words['interface-name']]
        shown = ''.join(self.interface(name, told.get(name, {})) for name in names)
        return ('<interface-information xmlns="http://xml.juniper.net/junos/23.4R2/junos-interface" junos:style="normal">\n'
                f'{shown}</interface-information>')

    @staticmethod
    def interface(name, told):
        """The drop and pause counters of the extensive form, as a QFX prints them."""
        drops, pause = told.get('drops', 0), told.get('pause', 0)
        status = 'up' if told.get('up', True) else 'down'
        pfc = ''.join(f'<ethernet-mac-pfc-statistics junos:style="verbose">\n<mac-pfc-dot1p>{number}</mac-pfc-dot1p>\n'
                      f'<input-mac-pfc-frames>{pause if number == 3 else 0}</input-mac-pfc-frames>\n'
                      '<output-mac-pfc-frames>0</output-mac-pfc-frames>\n</ethernet-mac-pfc-statistics>\n'
                      for number in range(8))
        return (f'<physical-interface>\n<name>\n{name}\n</name>\n<admin-status junos:format="Enabled">up</admin-status>\n'
                f'<oper-status>\n{status}\n</oper-status>\n<input-error-list>\n<input-errors>0</input-errors>\n'
                '<input-drops>0</input-drops>\n</input-error-list>\n<output-error-list>\n'
                f'<carrier-transitions>{1 + device.flaps()}</carrier-transitions>\n<output-drops>0</output-drops>\n'
                '</output-error-list>\n<queue-counters junos:style="brief">\n<queue>\n<queue-number>3</queue-number>\n'
                f'<queue-counters-total-drop-packets>{drops}</queue-counters-total-drop-packets>\n</queue>\n'
                '</queue-counters>\n<ethernet-mac-statistics junos:style="verbose">\n'
                '<input-mac-pause-frames>0</input-mac-pause-frames>\n</ethernet-mac-statistics>\n'
                f'{pfc}<logical-interface>\n<name>{name}.0</name>\n</logical-interface>\n</physical-interface>\n')

    def do_commit(self, operation):
        words = {local(child): child.text for child in operation}
        with self.state() as state:
            self.check_lock(state)
            if device.control().get('full'):
                raise Refused('operation-failed', 'could not save to juniper.save+: No space left on device')
            before = state['running']
            if 'confirmed' in words:
                timeout = int(words.get('confirm-timeout') or 600)
                wait = device.seconds(timeout)
                before = state['pending']['before'] if state['pending'] else before
                state['pending'] = {'before': before, 'until': time.time() + wait, 'session': self.number}
                record(state, self.user, 'netconf', f'commit confirmed, rollback in {-(-timeout // 60)}mins')
            elif state['pending'] and self.candidate(state) == state['running']:
                state['pending'] = None
            else:
                state['pending'] = None
                record(state, self.user, 'netconf')
            state['running'] = self.candidate(state)
            state['candidate'] = None
            if 'confirmed' in words and device.control().get('adds'):
                running = ET.fromstring(state['running'])
                user = ET.SubElement(ET.SubElement(ET.SubElement(running, 'system'), 'login'), 'user')
                ET.SubElement(user, 'name').text = 'somebody'
                state['running'] = as_text(running)

    def do_kill_session(self, operation):
        number = int(operation[0].text)
        with self.state() as state:
            if str(number) not in state['sessions'] or number == self.number:
                raise Refused('invalid-value', 'no such session')
            os.kill(state['sessions'][str(number)], 9)
            end_session(state, number)


if __name__ == '__main__':
    Session().run()
