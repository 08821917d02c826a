# SPDX-License-Identifier: Apache-2.0
"""The results of a run, a line of JSON each, so that a run can be ended and continued."""
import json
import os


class Journal:
    def __init__(self, path):
        self.path = path
        self.verdicts = {}  # name of the mutant -> entry
        whole = 0
        if os.path.exists(path):
            with open(path, 'rb') as file:
                for line in file:
                    # Half a line is all that a run wrote of its last result before it was ended.
                    if not line.endswith(b'\n'):
                        break
                    entry = json.loads(line)
                    self.verdicts[entry['mutant']] = entry
                    whole += len(line)
            os.truncate(path, whole)

    def add(self, mutant, verdict):
        entry = {'mutant': mutant.name, 'text': str(mutant), 'outcome': verdict.outcome, 'program': verdict.program,
                 'seconds': verdict.seconds}
        with open(self.path, 'a', encoding='utf-8') as file:
            file.write(json.dumps(entry) + '\n')
        self.verdicts[mutant.name] = entry
        return entry


def report(entries):
    """Lines that say what became of the mutants, and which survived."""
    counts = {outcome: sum(entry['outcome'] == outcome for entry in entries)
              for outcome in ('killed', 'timeout', 'survived', 'does not compile')}
    tried = counts['killed'] + counts['timeout'] + counts['survived']
    lines = [f'{len(entries)} mutants: ' + ', '.join(f'{count} {outcome}' for outcome, count in counts.items())]
    if tried:
        lines.append(f'{100 * (tried - counts["survived"]) / tried:.1f} % of the {tried} that compile were noticed')
    survivors = sorted(entry['text'] for entry in entries if entry['outcome'] == 'survived')
    return lines + (['Survived:'] + ['  ' + text for text in survivors] if survivors else [])
