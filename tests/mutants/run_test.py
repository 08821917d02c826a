# SPDX-License-Identifier: Apache-2.0
"""A run over a small repository with a build command of its own: what is noticed, what is left behind, how it goes on.  run_test.py"""
import contextlib
import io
import os
import random
import subprocess
import tempfile
import unittest

import choice
import mutants
import programs
from trial import Trials

FOLD = '''namespace rocelint {

bool covers(int a, int b)
{
    if (a < b)
        note(a, b);
    return a == b;
}

}
'''

# Notices every change of line 7, never ends over one of line 6, and does not compile one of line 3 or 4.
BUILD = '''#!/bin/sh
echo "$*" >>../builds
if sed 1d rules/engine/fold.cpp | grep -q 'return {}'; then exit 1; fi
mkdir -p build/mutants/bin
for name in rules cli; do
    cat >build/mutants/bin/${name}_test <<'TEXT'
#!/bin/sh
grep -q 'return a == b;' rules/engine/fold.cpp || exit 1
grep -q 'note(a, b);' rules/engine/fold.cpp || sleep 100
TEXT
    chmod +x build/mutants/bin/${name}_test
done
'''


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, 'root')
        os.makedirs(os.path.join(self.root, 'rules/engine'))
        self.write('rules/engine/fold.cpp', FOLD)
        self.write('.gitignore', '/build/\n')
        self.script = self.write('build/build.sh', BUILD)
        for words in (['init', '-q', '.'], ['add', '.'], ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first']):
            subprocess.run(['git', *words], cwd=self.root, check=True)
        # A mutant that never ends is soon given up.
        play = Trials.play
        Trials.play = lambda trials, program, limit: play(trials, program, min(limit, 3))
        self.addCleanup(setattr, Trials, 'play', play)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def read(self, name):
        with open(os.path.join(self.root, name), encoding='utf-8') as file:
            return file.read()

    def run_mutants(self, *words):
        """The exit code, and the lines that it prints."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = mutants.main([*words, '--build-command', f'sh {self.script}'], self.root)
        return code, out.getvalue().splitlines()

    def builds(self):
        return self.read('build/mutants/builds').count('\n')

    def test_each_mutant_has_its_outcome(self):
        code, lines = self.run_mutants('rules', '--count', '99')
        self.assertEqual(code, 0)
        fold = 'rules/engine/fold.cpp'
        self.assertEqual(lines[lines.index('Survived:') + 1:], [
            f'  {fold}:5: comparison: < -> <=', f'  {fold}:5: comparison: < -> >=', f'  {fold}:5: condition: a < b -> !(a < b)'])
        self.assertIn('7 mutants: 1 killed, 2 timeout, 3 survived, 1 does not compile', lines)
        self.assertIn('50.0 % of the 6 that compile were noticed', lines)
        self.assertTrue(any('killed by rules_test rules/fold_test.cpp (' in line and f'{fold}:7: comparison: == -> !=' in line for line in lines))
        # The sources are as before.
        self.assertEqual(self.read('rules/engine/fold.cpp'), FOLD)
        self.assertEqual(self.read('build/mutants/source/rules/engine/fold.cpp'), FOLD)

    def test_a_run_goes_on_where_another_ended(self):
        _, three = self.run_mutants('--seed', '5', '--count', '3', 'rules')
        before = self.builds()
        # As after a power cut.
        journal = next(name for name in os.listdir(os.path.join(self.root, 'build/mutants')) if name.endswith('.jsonl'))
        with open(os.path.join(self.root, 'build/mutants', journal), 'a', encoding='utf-8') as file:
            file.write('{"mutant": "rules/eng')
        self.write('build/mutants/source/rules/engine/fold.cpp', 'a change that was left there\n')
        _, again = self.run_mutants('--seed', '5', '--count', '3', 'rules')
        self.assertEqual(again, three)
        self.assertEqual(self.builds(), before)
        _, five = self.run_mutants('--seed', '5', '--count', '5', 'rules')
        self.assertEqual([line.split(' ', 1)[1] for line in five[:3]], [line.split(' ', 1)[1] for line in three[:3]])
        self.assertGreater(self.builds(), before)

    def test_sources_that_do_not_pass_without_a_change_end_the_run(self):
        self.script = self.write('build/build.sh', 'exit 1\n')
        code, lines = self.run_mutants('rules')
        self.assertEqual(code, 1)
        self.assertIn('the unchanged sources do not build', lines[-1])
        self.script = self.write('build/build.sh', BUILD.replace('== b;', '== c;'))
        code, lines = self.run_mutants('rules')
        self.assertEqual(code, 1)
        self.assertIn('does not pass over the unchanged sources', lines[-1])

    def test_a_path_that_no_test_covers_is_refused(self):
        self.assertEqual(self.run_mutants('docs')[0], 2)
        self.write('build/mutants/source/elsewhere/a.cpp', '')
        code, lines = self.run_mutants('elsewhere')
        self.assertEqual((code, lines), (2, ['elsewhere/a.cpp: tests/mutants/programs.py names no test program that covers it']))

    def test_the_list_tries_nothing(self):
        code, lines = self.run_mutants('rules', '--list', '--count', '4')
        self.assertEqual((code, len(lines)), (0, 4))
        self.assertFalse(os.path.exists(os.path.join(self.root, 'build/mutants/builds')))


class Choice(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, 'a.cpp'), 'w', encoding='utf-8') as file:
            file.write(FOLD)
        self.all = choice.mutants_of(folder.name, 'a.cpp')

    def test_the_same_seed_gives_the_same_mutants(self):
        some = choice.choose(self.all, 3, 5)
        random.random()
        self.assertEqual(choice.choose(self.all, 3, 5), some)
        self.assertEqual(choice.choose(self.all, 3, 99)[:5], some)
        self.assertTrue(any(choice.choose(self.all, seed, 5) != some for seed in range(10)))

    def test_no_mutant_is_chosen_twice(self):
        chosen = choice.choose(self.all, 1, 99)
        self.assertEqual(len(chosen), len(self.all))
        self.assertEqual({one.name for one in chosen}, {one.name for one in self.all})


class Covered(unittest.TestCase):
    def test_the_usual_places_and_their_tests_exist(self):
        files = choice.files_below(mutants.ROOT, choice.DEFAULT_PATHS)
        self.assertGreater(len(files), 50)
        for file in files:
            self.assertTrue(programs.programs_for(file), file)
        tests = os.path.join(mutants.ROOT, 'tests')
        for _, covering in programs.COVERED:
            for program in covering:
                for pattern in program.files:
                    folder, name = os.path.split(pattern)
                    self.assertTrue('*' in name and os.path.isdir(os.path.join(tests, folder)) or os.path.exists(os.path.join(tests, pattern)), pattern)


unittest.main()
