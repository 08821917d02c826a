# SPDX-License-Identifier: Apache-2.0
"""Which test programs cover a file, the fastest first: the next one runs only if the ones before noticed nothing."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """A test program, with the test files of which the cases are run."""
    name: str
    files: tuple
    cases: str = ''  # doctest's pattern for the names of cases
    sample: str = '0'  # ROCELINT_SAMPLE

    def command(self, folder):
        filters = ['--source-file=' + ','.join(f'*/tests/{file}' for file in self.files)]
        return [f'{folder}/{self.name}', *filters, *([f'--test-case={self.cases}'] if self.cases else []), '--abort-after=1']


def unit(*files):
    return Program('unit_test', files)


def rules(*files):
    return Program('rules_test', files)


def cli(*files):
    return Program('cli_test', files)


def drivers(*files):
    return Program('drivers_test', files)


def live(*files):
    return Program('live_test', files)


EXAMPLES = rules('rules/rule_examples_test.cpp')
FIXES = cli('cli/fix/*_test.cpp')
PUSHES = live('e2e/push/push_once_test.cpp', 'e2e/push/push_confirmed_test.cpp')
# Every fault of one platform.
MATRIX = Program('live_test', ('e2e/matrix/push_matrix_test.cpp',), '*fault by fault: *EOS*', 'all')
PATHS = [unit('rules/proof/deadlock_test.cpp', 'rules/proof/alike_test.cpp'), rules('rules/proof_test.cpp', 'rules/topology_test.cpp'),
         cli('cli/trace_test.cpp', 'cli/diff/diff_test.cpp', 'cli/plan_proof_test.cpp'), EXAMPLES]
SUBNETS = [unit('rules/proof/lid_walk_test.cpp', 'rules/proof/credit_loops_test.cpp'), rules('rules/manager_rules_test.cpp'), EXAMPLES]

# The beginning of a path, and what covers the files there. The first that fits counts.
COVERED = [
    ('rules/engine/waiver', [rules('rules/waiver_*_test.cpp'), cli('cli/waiver_test.cpp'), EXAMPLES]),
    ('rules/engine/inline_waiver', [rules('rules/waiver_*_test.cpp'), cli('cli/waiver_test.cpp')]),
    ('rules/engine/unmatched_entries', [cli('cli/waiver_test.cpp', 'cli/policy_entries_test.cpp'), EXAMPLES]),
    ('rules/engine/fold', [rules('rules/fold_test.cpp'), cli('cli/waiver_test.cpp', 'cli/baseline_test.cpp'), EXAMPLES]),
    ('rules/engine/fix', [rules('rules/fix_examples_test.cpp'), FIXES]),
    ('rules/engine', [rules('rules/severity_test.cpp', 'rules/analysis_test.cpp', 'rules/policy_test.cpp'),
                      cli('cli/waiver_test.cpp', 'cli/exit_code_test.cpp', 'cli/gate_test.cpp'), EXAMPLES]),
    ('rules/own', [cli('cli/own_rules/*_test.cpp'), rules('rules/own_fields_test.cpp')]),
    ('rules', [EXAMPLES]),
    ('models/syntax/waiver_comment', [rules('rules/waiver_*_test.cpp'), cli('cli/waiver_test.cpp')]),
    ('models/syntax', [unit('models/*_test.cpp'), EXAMPLES]),
    ('models/text/redact', [unit('models/text/redact_test.cpp'), cli('cli/report/report_parts_test.cpp'), live('e2e/secrets_of_files_test.cpp')]),
    ('models/text/line_redactor', [unit('models/text/redact_test.cpp'), cli('cli/report/report_parts_test.cpp'), live('e2e/secrets_of_files_test.cpp')]),
    ('models/text/secret_words', [unit('models/text/redact_test.cpp'), cli('cli/report/report_parts_test.cpp'), live('e2e/secrets_of_files_test.cpp')]),
    ('models/text', [unit('models/text/*_test.cpp', 'models/*_test.cpp'), EXAMPLES]),
    ('models/confined', [unit('models/confined_test.cpp'), cli('cli/own_rules/*_test.cpp')]),
    ('models/lid_routing', SUBNETS),
    ('models/routing', [unit('models/routing/*_test.cpp'), *PATHS]),
    ('models/physics', [unit('models/physics/*_test.cpp'), rules('rules/headroom_*test.cpp')]),
    ('models/intent', [unit('models/intent/*_test.cpp'), cli('cli/intent_test.cpp')]),
    ('models', [unit('models/*'), EXAMPLES]),
    ('analysis/proof/credit', SUBNETS),
    ('analysis/proof/path/lid_walk', [*SUBNETS, cli('cli/trace_test.cpp')]),
    ('analysis/proof', PATHS),
    ('analysis', [rules('rules/analysis_test.cpp', 'rules/policy_test.cpp'), EXAMPLES]),
    ('workspace/known', [cli('cli/baseline_*test.cpp', 'cli/waiver_test.cpp')]),
    ('workspace/compare', [cli('cli/diff/diff_test.cpp')]),
    ('workspace/amend', [FIXES, drivers('drivers/amend_test.cpp')]),
    ('workspace', [cli('cli/*_test.cpp')]),
    ('drivers/amend', [drivers('drivers/amend_test.cpp'), FIXES, rules('rules/fix_examples_test.cpp')]),
    ('drivers/transport/host_key', [live('e2e/transport/ssh_host_key_test.cpp')]),
    ('drivers/transport', [live('e2e/transport/*_test.cpp')]),
    ('push/journal', [unit('push/journal_test.cpp', 'push/undo_plan_test.cpp'), live('e2e/push/push_journal_test.cpp'), PUSHES]),
    ('push/run', [unit('push/*_test.cpp'), PUSHES, live('e2e/push/push_fabric_test.cpp', 'e2e/push/push_timer_test.cpp'), MATRIX]),
    ('push', [unit('push/*_test.cpp'), PUSHES]),
    ('cli', [cli('cli/*_test.cpp')]),
]


def programs_for(file):
    """The programs that cover a file."""
    for begin, programs in COVERED:
        if file.startswith(begin):
            return programs
    parts = file.split('/')
    if parts[0] == 'drivers' and len(parts) > 2:
        return [drivers(f'drivers/{parts[1]}/*_test.cpp'), EXAMPLES]
    raise ValueError(f'{file}: tests/mutants/programs.py names no test program that covers it')
