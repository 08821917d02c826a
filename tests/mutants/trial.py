# SPDX-License-Identifier: Apache-2.0
"""Tries mutants in a checkout of their own: changes the file, builds the test programs that cover it, runs them, restores the file."""
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

from programs import programs_for

# What the compiler only warns of is no reason not to try a mutant.
NO_WARNINGS = '#pragma clang diagnostic ignored "-Weverything"\n'
LONGEST_BUILD = 3600
PROGRAMS = os.path.join('build', 'mutants', 'bin')  # below the checkout


class Broken(Exception):
    """The sources without a change do not build, or do not pass."""


@dataclass
class Verdict:
    outcome: str  # killed, survived, timeout, does not compile
    program: str = ''  # that noticed it
    seconds: float = 0


def run(command, folder, limit, log, environment=None):
    """The exit code; None after `limit` seconds. Ends everything that the command started."""
    with open(log, 'ab') as out:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, env=environment)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


class Checkout:
    """The commit of `root`, in a worktree below its build folder, so that no change ever reaches the sources that somebody edits."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.folder = os.path.join(self.root, 'build', 'mutants', 'source')
        self.commit = self.git('rev-parse', 'HEAD').strip()

    def git(self, *words, folder=None):
        return subprocess.run(['git', *words], cwd=folder or self.root, check=True, capture_output=True, text=True).stdout

    def prepare(self):
        """Checks out the commit. What an earlier run left there is gone then, however it ended; the built files stay."""
        if not os.path.exists(os.path.join(self.folder, '.git')):
            shutil.rmtree(self.folder, ignore_errors=True)
            self.git('worktree', 'add', '--detach', '--force', self.folder, self.commit)
        self.git('checkout', '--quiet', '--detach', '--force', self.commit, folder=self.folder)


class Trials:
    def __init__(self, folder, build_command, programs_of=programs_for, log=None, longest=1800):
        self.folder = folder
        self.build_command = build_command
        self.programs_of = programs_of
        self.log = log or os.path.join(os.path.dirname(folder), 'log')
        self.longest = longest
        self.limits = {}  # command -> seconds

    def build(self, names):
        return run([*self.build_command, *names], self.folder, LONGEST_BUILD, self.log)

    def play(self, program, limit):
        temporary = tempfile.mkdtemp(prefix='rocelint-mutant.')
        os.chmod(temporary, 0o711)
        environment = {**os.environ, 'TMPDIR': temporary, 'ROCELINT_SAMPLE': program.sample}
        try:
            return run(program.command(PROGRAMS), self.folder, limit, self.log, environment)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)

    def measure(self, programs):
        """Holds the unchanged sources against the programs, and derives how long each may take."""
        new = [program for program in programs if program not in self.limits]
        if new and self.build(sorted({program.name for program in new})) != 0:
            raise Broken(f'the unchanged sources do not build; see {self.log}')
        for program in new:
            begin = time.monotonic()
            code = self.play(program, self.longest)
            # A program whose cases are all skipped covers nothing.
            if code != 0:
                raise Broken(f'{" ".join(program.command(PROGRAMS))} does not pass over the unchanged sources '
                             f'({"it did not end" if code is None else f"exit code {code}"}); see {self.log}')
            self.limits[program] = 30 + 5 * (time.monotonic() - begin)

    def try_mutant(self, mutant):
        programs = self.programs_of(mutant.file)
        self.measure(programs)
        path = os.path.join(self.folder, mutant.file)
        with open(path, encoding='utf-8') as source:
            text = source.read()
        begin = time.monotonic()
        try:
            with open(path, 'w', encoding='utf-8') as source:
                source.write(NO_WARNINGS + mutant.change.made_in(text))
            verdict = self.judge(programs)
        finally:
            with open(path, 'w', encoding='utf-8') as source:
                source.write(text)
        verdict.seconds = round(time.monotonic() - begin, 1)
        return verdict

    def judge(self, programs):
        built = set()
        for program in programs:
            if program.name not in built:
                built.add(program.name)
                code = self.build([program.name])
                if code != 0:
                    return Verdict('timeout' if code is None else 'does not compile')
            code = self.play(program, self.limits[program])
            if code != 0:
                return Verdict('timeout' if code is None else 'killed', f'{program.name} {",".join(program.files)}')
        return Verdict('survived')
