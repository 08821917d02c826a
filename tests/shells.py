#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The installed completion scripts work in their shells and propose what the program accepts.  shells.py ROCELINT PAGES"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

import skipping

rocelint, pages = sys.argv[1:]
WAIT = 300


def in_bash(folder, words):
    script = f'source {pages}/rocelint.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rocelint; printf "%s\\n" "${{COMPREPLY[@]}}"'
    out = subprocess.run(['bash', '--norc', '-c', script, 'bash', *words], cwd=folder, env=environment(folder),
                         stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line for line in out.splitlines() if line]


def in_fish(folder, line):
    run = subprocess.run(['fish', '--no-config', '-c', f'source {pages}/rocelint.fish; complete -C $argv[1]', line], cwd=folder,
                         env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    assert run.stderr == '', (line, run.stderr)
    return [line.split('\t')[0] for line in run.stdout.splitlines()]


def environment(folder):
    return {'PATH': f'{os.path.dirname(rocelint)}:/usr/bin:/bin', 'HOME': folder, 'TERM': 'xterm', 'LC_ALL': 'C.UTF-8'}


class Terminal:
    """An interactive shell on a terminal; a key binding writes the line being edited to a file."""

    def __init__(self, folder, words, setup):
        self.told = os.path.join(folder, 'told')
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execve(shutil.which(words[0]), words, environment(folder))
        self.pid = pid
        self.type(setup + '; : > ready\n')
        self.wait_for(os.path.join(folder, 'ready'))
        os.remove(os.path.join(folder, 'ready'))

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, path):
        until = time.monotonic() + WAIT
        while not os.path.exists(path):
            if select.select([self.terminal], [], [], 0.02)[0]:
                os.read(self.terminal, 65536)  # discard what the shell prints
            assert time.monotonic() < until, f'the shell did not write {path}'

    def complete(self, line):
        self.type(line + '\t\x14')
        self.wait_for(self.told)
        with open(self.told) as file:
            found = file.read().rstrip('\n')
        os.remove(self.told)
        return found

    def end(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


def tell(line):
    return f'tell() {{ printf "%s\\n" "${line}" > "$HOME/told.new"; mv "$HOME/told.new" "$HOME/told"; {line}=; }}'


def bash(folder):
    return Terminal(folder, ['bash', '--norc', '-i'], f'{tell("READLINE_LINE")}; source {pages}/rocelint.bash; '
                    """bind -x '"\\C-t":tell'""")


def zsh(folder):
    return Terminal(folder, ['zsh', '-f', '-i'], f'autoload -Uz compinit; compinit -D -u; source {pages}/_rocelint; unsetopt beep; '
                    f"{tell('BUFFER')}; zle -N tell; bindkey '^T' tell")


def help_of(command):
    return subprocess.run([rocelint, 'help', *command], stdout=subprocess.PIPE, text=True, check=True).stdout


def options_in_help(command):
    listed = re.findall(r'^ {2}(-[^ ].*?)(?: {2,}|$)', help_of(command), re.M)
    return {name for line in listed for name in re.findall(r'(?<![\w-])-{1,2}[a-zA-Z][a-z0-9-]*', line)}


def check_every_command(folder):
    commands = [[name] for name in in_fish(folder, 'rocelint ')]
    assert ['check'] in commands and ['policy'] in commands and ['version'] in commands, commands
    parents = [command for command in commands if '\nCommands:\n' in help_of(command)]
    assert ['policy'] in parents and ['debug'] in parents, parents
    commands += [[*parent, name] for parent in parents for name in in_fish(folder, f'rocelint {parent[0]} ')
                 if name.islower()]  # `rules` takes codes too
    assert ['policy', 'infer'] in commands and ['debug', 'tree'] in commands, commands
    for command in commands:
        if command in parents and command != ['rules']:  # bare `rules` is a command too: it lists
            continue
        shown = set(in_bash(folder, ['rocelint', *command, '-']))
        assert shown | {'-h'} == options_in_help(command), (command, shown ^ options_in_help(command))


def check_values(folder):
    assert in_bash(folder, ['rocelint', 'check', '--color', '']) == ['auto', 'always', 'never']
    assert in_bash(folder, ['rocelint', 'check', '--fail-on', '=', 'w']) == ['warning']
    assert in_bash(folder, ['rocelint', 'check', '--report', 'sa']) == ['sarif=']
    assert 'PFC001' in in_bash(folder, ['rocelint', 'explain', 'PFC'])
    assert in_bash(folder, ['rocelint', 'check', '--select', 'PFC001,PFC002']) == ['PFC001,PFC002']
    assert 'eos' in in_bash(folder, ['rocelint', 'debug', 'tree', '--platform', ''])
    assert in_bash(folder, ['rocelint', 'completion', '']) == ['bash', 'zsh', 'fish']
    assert in_bash(folder, ['rocelint', 'check', '--jobs', '']) == []
    assert in_fish(folder, 'rocelint check --color a') == ['always', 'auto']
    assert in_fish(folder, 'rocelint check --color=al') == ['--color=always']
    assert in_fish(folder, 'rocelint check lea') == ['leaf1.cfg']
    assert in_fish(folder, 'rocelint render fab -o pla') == ['plans/']


def check_nested(folder):
    """Subcommands of commands, and the commands that `help` and `man` explain."""
    assert in_fish(folder, 'rocelint rules t') == ['test']
    assert {'test', 'PFC001'} <= set(in_bash(folder, ['rocelint', 'rules', '']))
    assert in_fish(folder, 'rocelint rules test lea') == ['leaf1.cfg']
    assert in_bash(folder, ['rocelint', 'rules', 'test', '--form']) == []
    for explains in ('help', 'man'):
        assert in_bash(folder, ['rocelint', explains, 'policy', '']) == ['infer', 'show']
        assert in_bash(folder, ['rocelint', explains, 'rules', 't']) == ['test']
        assert in_bash(folder, ['rocelint', explains, 'check', '']) == []
        assert 'policy' in in_bash(folder, ['rocelint', explains, ''])
    assert in_bash(folder, ['rocelint', 'explain', 'PFC001', 'PFC']) == []
    for command in [[name] for name in in_bash(folder, ['rocelint', 'man', ''])]:
        for page in [command] + [[*command, name] for name in in_bash(folder, ['rocelint', 'man', *command, ''])]:
            subprocess.run([rocelint, 'man', *page], stdout=subprocess.DEVNULL, check=True)


def check_paths_in_fish(folder):
    for typed, completed in [('~/lea', ['~/leaf1.cfg']), ('$HOME/lea', ['$HOME/leaf1.cfg']), ('./two\\ w', ['./two words/']),
                             ('two\\ words/', ['two words/a b.cfg']), ('"two w', ['two words/']), ('"two words/a ', ['two words/a b.cfg']),
                             ('--policy=lea', ['--policy=leaf1.cfg']), ('--policy=~/lea', ['--policy=~/leaf1.cfg']),
                             ('--report sarif=lea', ['sarif=leaf1.cfg']), ('-- -d', ['-dash.cfg'])]:
        found = in_fish(folder, f'rocelint check {typed}')
        assert found == completed, (typed, found)
    for typed, completed in [('-o ~/pla', ['~/plans/']), ('--output=$HOME/pla', ['--output=$HOME/plans/']),
                             ('-o two\\ ', ['two words/']), ('-o lea', [])]:
        found = in_fish(folder, f'rocelint collect fabric {typed}')
        assert found == completed, (typed, found)
    assert in_fish(folder, 'rocelint version ') == []


def check_lines(shell, lines):
    for typed, completed in lines:
        found = shell.complete(typed)
        assert found == completed, (typed, found)
    shell.end()


IN_BOTH = [('rocelint chec', 'rocelint check '), ('rocelint check --form', 'rocelint check --format '),
           ('rocelint check --color alw', 'rocelint check --color always '),
           ('rocelint check --color=alw', 'rocelint check --color=always '),
           ('rocelint check --report sar', 'rocelint check --report sarif='),
           ('rocelint policy inf', 'rocelint policy infer '),
           ('rocelint rules te', 'rocelint rules test '),
           ('rocelint check lea', 'rocelint check leaf1.cfg '),
           ('rocelint check ~/lea', 'rocelint check ~/leaf1.cfg '),
           ('rocelint check two\\ words/a', 'rocelint check two\\ words/a\\ b.cfg '),
           ('rocelint check --report sarif=lea', 'rocelint check --report sarif=leaf1.cfg '),
           ('rocelint collect -o pla', 'rocelint collect -o plans/')]


def main():
    missing = [shell for shell in ('bash', 'zsh', 'fish') if shutil.which(shell) is None]
    if missing:
        skipping.skip('not installed: ' + ', '.join(missing))
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, 'plans'))
        os.mkdir(os.path.join(folder, 'two words'))
        for name in ('leaf1.cfg', 'two words/a b.cfg', '-dash.cfg', 'split\nname.cfg'):
            with open(os.path.join(folder, name), 'w'):
                pass
        check_values(folder)
        check_every_command(folder)
        check_nested(folder)
        check_paths_in_fish(folder)
        check_lines(zsh(folder), IN_BOTH)
        check_lines(bash(folder), [*IN_BOTH, ('rocelint check "$HOME/lea', 'rocelint check "$HOME/leaf1.cfg" '),
                                   ('rocelint check split', "rocelint check 'split\nname.cfg' "),
                                   ('rocelint collect -o lea', 'rocelint collect -o lea')])


main()
