# SPDX-License-Identifier: Apache-2.0
"""docs/reference/push-commands.md lists what a push sends, and assumes nothing that a rollback depends on.  push_commands.py SOURCE

Reads the commands from the string literals of the sources that talk to live devices, and compares both ways: each command of a
driver is in the first column of its platform's table, and each word of that column is in the driver. {} in a literal is a word
of capital letters on the page. Of a script in plain sh, each program that it runs is a row. The lines of the plan itself are
not listed: they come from the rows of each platform's grammar, which name their own sources."""
import os
import re
import sys

source = os.path.abspath(sys.argv[1])
page_path = 'docs/reference/push-commands.md'

# The heading of each table, with the sources whose commands it lists.
PLATFORMS = {
    'Arista EOS': ['drivers/eos/live.cpp', 'drivers/eos/live_health.cpp', 'drivers/line_cli/live/session_device.cpp',
                   'drivers/line_cli/live/terminal.h'],
    'NVIDIA Onyx': ['drivers/onyx/live.cpp', 'drivers/line_cli/live/job_device.cpp',
                    'drivers/line_cli/live/job_text.cpp', 'drivers/line_cli/live/terminal.h'],
    'Cisco NX-OS': ['drivers/nxos/live.cpp', 'drivers/nxos/live_rollback.cpp', 'drivers/nxos/answers/rollback.h', 'drivers/nxos/answers/health.cpp',
                    'drivers/line_cli/live/terminal.h'],
    'Cumulus Linux': ['drivers/nvue/live/live.cpp', 'drivers/nvue/live/live_revision.cpp', 'drivers/nvue/live/live_text.cpp', 'drivers/nvue/live/live_text.h'],
    'Dell OS10': ['drivers/os10/live.cpp', 'drivers/line_cli/live/terminal.h'],
    'Enterprise SONiC': ['drivers/sonic_cli/live.cpp'],
    'HPE Aruba AOS-CX': ['drivers/aoscx/live.cpp', 'drivers/aoscx/live_checkpoints.cpp', 'drivers/line_cli/live/terminal.h'],
    'Huawei VRP': ['drivers/vrp/live.cpp'],
    'SONiC': ['drivers/sonic/live/'],
    'Linux shells': ['drivers/line_cli/live/linux_side.cpp', 'drivers/line_cli/live/timer_scripts.cpp',
                                 'drivers/line_cli/live/timer_arm.cpp', 'drivers/line_cli/live/timer_script_parts.cpp',
                                 'drivers/line_cli/live/timer_script_parts.h', 'drivers/transport/dead_man.h',
                                 'drivers/transport/dead_man.cpp', 'drivers/transport/script_answer.h',
                                 'drivers/transport/script_answer.cpp', 'drivers/timed_host/', 'models/catalog/sonic_shell.h'],
    'Junos and other NETCONF servers': ['drivers/junos/live/', 'drivers/transport/netconf/netconf_session.cpp'],
    'Linux hosts': ['drivers/linux_host/live/'],
    'Subnet managers': ['drivers/opensm/live/'],
}
# Those with a command line of their own; those whose scripts use parts of the shared table; that table.
TERMINALS = ('Arista EOS', 'NVIDIA Onyx', 'Cisco NX-OS', 'Dell OS10', 'Enterprise SONiC', 'HPE Aruba AOS-CX', 'Huawei VRP')
ON_LINUX = ('SONiC', 'Dell OS10', 'Enterprise SONiC', 'Linux hosts', 'Subnet managers')
SHARED = 'Linux shells'

# Words that begin a line typed into a command line.
VERBS = re.compile(r'(?:show|terminal|configure|configuration|scheduler|rollback|checkpoint|no|copy|write|start|commit|discard|abort|end|exit|'
                   r'enable|job|time|schedule|system|sonic-cli|erase|display|clear|screen-length|system-view|return|save)(?: |$)')


def text_of(path):
    with open(os.path.join(source, path), encoding='utf-8') as file:
        return file.read()


def files_of(paths):
    for path in paths:
        if path.endswith('/'):
            names = sorted(os.listdir(os.path.join(source, path)))
            yield from (path + name for name in names if name.endswith(('.cpp', '.h')))
        else:
            yield path


def literals(text):
    """The string literals of a source, adjacent ones joined, with raw ones marked by their delimiter."""
    text = re.sub(r'^\s*//.*$', '', text, flags=re.M)
    text = re.sub(r'^#include.*$', '', text, flags=re.M)
    found = []
    end = None
    for match in re.finditer(r'R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"', text, re.S):
        raw = match[2] is not None
        content = match[2] if raw else re.sub(r'\\(.)', lambda one: {'n': '\n', 't': '\t'}.get(one[1], one[1]), match[3])
        if end is not None and not raw and not found[-1][0] and not text[end:match.start()].strip():
            found[-1] = (found[-1][0], found[-1][1] + content)
        else:
            found.append((match[1] or 'raw' if raw else '', content))
        end = match.end()
    return found


def quotes_blanked(script):
    """The script without comments, and without what stands in quotes, except for commands in "$(…)"."""
    out = []
    stack = ['']  # '' is plain text, '"' a quoted one, '(' a command in it
    at = 0
    while at < len(script):
        char, two = script[at], script[at:at + 2]
        if stack[-1] == '"':
            if char == '\\':
                at += 1
            elif two == '$(':
                stack.append('(')
                out.append('\n')
                at += 1
            elif char == '"':
                stack.pop()
                out.append('Q')
        elif char == '"':
            stack.append('"')
        elif char == "'":
            end = script.find("'", at + 1)
            at = len(script) if end < 0 else end
            out.append('Q')
        elif char == '#' and (not out or out[-1] in ' \n;'):
            at = script.find('\n', at)
            if at < 0:
                break
            continue
        elif two == '$(':
            stack.append('(')
            out.append('\n')
            at += 1
        elif char == '(':
            stack.append('(')
            out.append('\n')
        elif char == ')' and stack[-1] == '(':
            stack.pop()
            out.append(' Q ')
        else:
            out.append(char)
        at += 1
    return ''.join(out)


# Before a command: the beginning of a line, a separator, or a word that takes a command. capture() and its like are functions.
PLACE = re.compile(r'(?:^|[\n;&|]|\b(?:then|do|else|elif|if|until|while|exec|show|optional)(?= )|[!{](?= )|(?:setsid -w|env|timeout (?:-k \d+ )?\S+)(?= ))'
                   r'(?=[ \n]*(?:[A-Za-z_]+=\S* +)*((?:config|systemctl) [a-z-]+|[a-z/][a-z0-9_./-]*)(?=[\s;]|$))')
# Not programs: words of the shell, of here-documents, of answers, and lines for a switch's command line.
WORDS = set("""if then else elif fi for in do done while until case esac exit exec echo read set shift trap cd export printf test true false
command continue break return local umask unset configure end no-more discard show write the undoes turn turns ours roll restart signal
from port qos dcqcn neighbors dev undo r guid_routing_order_file opensmd.service cli y""".split())


def programs_of(path):
    text = text_of(path)
    found = set()
    for kind, literal in literals(text):
        if kind == 'sh' or (kind == '' and '\n' in literal):
            plain = re.sub(r'<<\n?[Q\w-]*\n.*?\nROCELINT[\w-]*\n', '\n', quotes_blanked(literal), flags=re.S)
            found |= set(PLACE.findall(plain))
    return {re.sub(r'^/\S*/', '', program) for program in found - WORDS}


FUNCTIONS = {name for paths in PLATFORMS.values() for path in files_of(paths) for name in re.findall(r'\b(\w+)\(\) *\{', text_of(path))}
# Literals that begin like a command and are not one.
OTHERS = {'discard packets', 'configuration', 'rollback in ', 'schedule', 'job', 'no', 'show', 'enable', 'exit', 'schedule once time ', 'commit'}
# Literals that are completed elsewhere.
BEGINNINGS = {'configure session', 'job 4791', 'job 4792', 'job 4793', 'nv set', 'nv unset', 'nv config attach', 'nv config apply', '.+ comment'}
PLACEHOLDERS = set('ID N LINE REVISION MINUTES SECONDS STATEMENT LOGIN FILE HH:MM:SS YYYY/MM/DD YYYY:MM:DD:HH:MM YYYYMMDDHHMM'.split())
# What a rollback depends on.
NEEDED = {'rehearse', 'arm', 'confirm', 'roll back'}


def rows_of(page):
    """By heading: the rows, as (commands, first cell, phases, source)."""
    tables = {}
    for heading, body in re.findall(r'^## (.*?)\n(.*?)(?=^## |\Z)', page, re.M | re.S):
        rows = tables.setdefault(heading, [])
        for line in body.splitlines():
            cells = [cell.strip().replace('\\|', '|') for cell in re.split(r'(?<!\\)\|', line)[1:-1]]
            if len(cells) == 4 and cells[0].startswith('`'):
                rows.append((re.findall(r'`([^`]+)`', cells[0]), cells[0], cells[1].split(', '), cells[3]))
    return tables


def commands_of(path, platform):
    """What a command line is sent from this source, as regular expressions of what the page shows."""
    for kind, literal in literals(text_of(path)):
        typed = VERBS.match(literal) and literal not in OTHERS and ': ' not in literal and ' of ours ' not in literal
        joined = re.match(r'(?:\{\} )+(?:commit|abort|comment|command|enable|schedule)', literal) and '\n' not in literal
        if platform in TERMINALS and (typed or joined) and '\n' not in literal:
            yield re.sub(r'\\\{.*?\\\}', '.+', re.escape(literal))
        for nv in re.findall(r'(?<!`)\bnv (?:config|show|set|unset) ?[^`<>;|"\n:\']*', literal if '`' not in literal else ''):
            words = nv.split()
            while words and not re.fullmatch(r'[-a-z]+|\{\d?\}|--confirm-\{\}', words[-1]):
                words.pop()
            sentence = {'is', 'was', 'printed', 'does', 'system'} & set(words)
            if not sentence:
                yield re.sub(r'\\\{.*?\\\}', '.+', re.escape(' '.join(words)))
        if 'junos' in path:
            for operation in re.findall(r'<(get-[a-z-]+)', literal):
                yield '<' + operation + '.*'
    if path.endswith('netconf_session.cpp'):
        for operation in set(re.findall(r'\bKind::(\w+)', text_of(path))) - {'invalid', 'raw', 'refused', 'unreachable'}:
            yield '<' + operation.replace('_', '-') + '.*'


page = text_of(page_path)
tables = rows_of(page)
wrong = []
count = 0
for platform, paths in PLATFORMS.items():
    rows = tables.get(platform, [])
    assert rows, f'{page_path} has no table "{platform}"'
    spans = [span for row in rows for span in row[0]]
    shared = [span for row in tables[SHARED] for span in row[0]] if platform in ON_LINUX else []
    texts = ''.join(text_of(path) for path in files_of(paths))
    texts += ''.join(text_of(path) for path in files_of(PLATFORMS[SHARED])) if platform in ON_LINUX else ''
    texts = texts.replace('\\"', '"')
    for path in files_of(paths):
        for command in commands_of(path, platform):
            count += 1
            end = '' if command.replace('\\', '') in BEGINNINGS else r'(?: \| json(?:-print)?| -y)?$'
            if not any(re.search('(?:^| )' + command + end, span) for span in spans):
                wrong.append(f'{path} sends `{command.replace(chr(92), "")}`, which is not in the table "{platform}"')
        for program in programs_of(path) - FUNCTIONS if platform not in ('Arista EOS', 'NVIDIA Onyx', 'Cisco NX-OS') else ():
            count += 1
            if not any(re.search(rf'(?<![\w-]){re.escape(program)}(?![\w-])', span) for span in spans + shared):
                wrong.append(f'{path} runs `{program}`, which is not in the table "{platform}"')
    for span in spans:
        for word in span.split():
            word = word.strip('"')
            # Operations of NETCONF are names of an enum.
            names = {word, word.replace('N', '{}'), word.strip('</>').replace('-', '_'), word.strip('</>').replace('-', '_') + 's'}
            if word not in PLACEHOLDERS and not any(name in texts for name in names):
                wrong.append(f'"{platform}" has `{span}`, but {word} is not in its driver')

# No row that a rollback depends on is assumed. The last section says how those are verified of which no text is enough.
def rows_with(words):
    return {(platform, cell) for platform, rows in tables.items() for _, cell, phases, source_cell in rows
            if words in source_cell and NEEDED & set(phases)}


wrong += [f'{row} is assumed, though a rollback depends on it' for row in sorted(rows_with('assumed'))]
verified = rows_with('verified on the device')
last = page.split('## Verified on the device', 1)[1]
listed = {(platform, cell.replace('\\|', '|')) for platform, cell in re.findall(r'^\* \*\*(.*?)\*\*, (`.*?): ', last, re.M)}
wrong += [f'the last section lacks {row}' for row in sorted(verified - listed)]
wrong += [f'the last section has {row}, which is not a row of a rollback that is verified on the device' for row in sorted(listed - verified)]
assert count > 150, count
assert len(verified) > 3, verified
assert not wrong, '\n'.join(['', *wrong])
