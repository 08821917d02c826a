# SPDX-License-Identifier: Apache-2.0
"""Which changes are tried: a sample of those of all files, the same for the same seed and sources."""
import os
import random
from dataclasses import dataclass

from changes import Change, changes_of

DEFAULT_PATHS = [
    'rules/engine', 'models/syntax/waiver_comment.cpp', 'workspace/known', 'models/text/redact.cpp', 'models/text/line_redactor.cpp',
    'models/text/secret_words.cpp', 'drivers/transport/host_key.cpp', 'push/journal', 'push/run/recovery.cpp', 'push/run/step_runner.cpp',
    'models/confined', 'analysis/proof', 'models/lid_routing', 'drivers/amend', 'workspace/amend']


@dataclass(frozen=True)
class Mutant:
    """A change of a file."""
    file: str
    line: int
    change: Change

    @property
    def name(self):
        """The same in every run over the same sources."""
        return f'{self.file}:{self.change.at}:{self.change.kind}:{self.change.now}'

    def __str__(self):
        was, now = (' '.join(part.split()) for part in (self.change.was, self.change.now))
        return f'{self.file}:{self.line}: {self.change.kind}: {was} -> {now.strip()}'


def files_below(root, paths):
    """The C++ files at and below these paths, relative to `root`, sorted."""
    found = set()
    for path in paths:
        whole = os.path.join(root, path)
        if os.path.isfile(whole):
            found.add(os.path.normpath(path))
        elif os.path.isdir(whole):
            for folder, _, names in os.walk(whole):
                found.update(os.path.relpath(os.path.join(folder, name), root) for name in names if name.endswith(('.cpp', '.h')))
        else:
            raise ValueError(f'{path}: no such file or folder')
    return sorted(found)


def mutants_of(root, file):
    with open(os.path.join(root, file), encoding='utf-8') as source:
        text = source.read()
    return [Mutant(file, text.count('\n', 0, change.at) + 1, change) for change in changes_of(text)]


def choose(mutants, seed, count):
    """`count` of the mutants, each kind as often as another while there are some. A larger count only adds to a smaller one."""
    chance = random.Random(seed)
    kinds = {}
    for mutant in mutants:
        kinds.setdefault(mutant.change.kind, []).append(mutant)
    chosen = []
    while kinds and len(chosen) < count:
        kind = chance.choice(sorted(kinds))
        chosen.append(kinds[kind].pop(chance.randrange(len(kinds[kind]))))
        if not kinds[kind]:
            del kinds[kind]
    return chosen
