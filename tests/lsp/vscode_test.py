# SPDX-License-Identifier: Apache-2.0
"""The extension for Visual Studio Code, run by Node.js without the editor.  vscode_test.py ROCELINT SOURCE"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import skipping

rocelint, source = sys.argv[1:]
EXTENSION = os.path.join(source, 'editors/vscode')


def run(folder, **settings):
    """What the extension and its servers said, as rows."""
    host = os.path.join(source, 'tests/lsp/extension_host.js')
    run = subprocess.run(['node', host, EXTENSION, folder, os.path.join(folder, 'leaf4.cfg'), json.dumps(settings)],
                         stdout=subprocess.PIPE, encoding='utf-8', timeout=600)
    assert run.returncode == 0, run.returncode
    return [json.loads(line) for line in run.stdout.splitlines()]


def read(name):
    with open(os.path.join(EXTENSION, name), encoding='utf-8') as file:
        return file.read()


def test_it_starts_the_server_and_ends_it(folder):
    started, ended, rest = run(folder, **{'rocelint.path': rocelint})
    assert started['words'] == ['lsp', '--stdio'] and started['selector'] == [{'scheme': 'file'}], started
    assert 'QOS004' in started['codes'] and 'ETS001' in started['codes'], started
    assert ended == {'exit': 0} and rest['subscriptions'] == 2, (ended, rest)


def test_it_passes_its_settings_on_and_starts_again_when_they_change(folder):
    rows = run(folder, **{'rocelint.path': rocelint, 'rocelint.select': ['QOS', 'ETS'], 'rocelint.ignore': ['ETS001'],
                          'then': {'rocelint.ignore': []}})
    servers = [row for row in rows if 'words' in row]
    assert [row['words'] for row in servers] == [['lsp', '--select', 'QOS,ETS', '--ignore', 'ETS001', '--stdio']] + 2 * [
        ['lsp', '--select', 'QOS,ETS', '--stdio']], servers
    assert 'ETS001' not in servers[0]['codes'] and 'ETS001' in servers[1]['codes'], servers
    assert [row for row in rows if 'exit' in row] == 3 * [{'exit': 0}], rows


def test_a_policy_of_the_settings_replaces_the_nearest(folder):
    policy = os.path.join(os.path.dirname(folder), 'strict.yaml')
    with open(policy, 'w', encoding='utf-8') as file:
        file.write('version: 1\nextends: site/rocelint.yaml\nrules:\n  QOS004: {severity: off}\n')
    rows = run(folder, **{'rocelint.path': rocelint, 'rocelint.policy': policy, 'then': {'rocelint.policy': ''}})
    servers = [row for row in rows if 'words' in row]
    assert [row['words'] for row in servers] == [['lsp', '--policy', policy, '--stdio']] + 2 * [['lsp', '--stdio']], servers
    assert 'QOS004' not in servers[0]['codes'] and 'QOS004' in servers[1]['codes'], servers


def test_a_missing_program_is_named(folder):
    rows = run(folder, **{'rocelint.path': '/no/such/rocelint'})
    assert len(rows) == 2 and '/no/such/rocelint' in rows[0]['error'] and 'rocelint.path' in rows[0]['error'], rows


def test_its_files_agree():
    package, lock = json.loads(read('package.json')), json.loads(read('package-lock.json'))
    version = subprocess.run([rocelint, '--version'], check=True, stdout=subprocess.PIPE, encoding='utf-8').stdout.split()[1]
    assert package['version'] == lock['version'] == version, (package['version'], lock['version'], version)
    for name in package['contributes']['configuration']['properties']:
        assert f'`{name}`' in read('README.md'), name
    asked = set(re.findall(r'get\("(\w+)"', read('extension.js')))
    assert asked <= {name.split('.')[1] for name in package['contributes']['configuration']['properties']}, asked
    # Packages come from the public registry, or from whichever one npm is set to.
    for name, one in lock['packages'].items():
        assert one.get('resolved', 'https://registry.npmjs.org/').startswith('https://registry.npmjs.org/'), name


if not shutil.which('node'):
    skipping.skip('node is not installed')
with tempfile.TemporaryDirectory(prefix='rocelint-vscode-') as top:
    site = os.path.join(os.path.realpath(top), 'site')
    shutil.copytree(os.path.join(source, 'fixtures/fabrics/broken-clos'), site)
    test_it_starts_the_server_and_ends_it(site)
    test_it_passes_its_settings_on_and_starts_again_when_they_change(site)
    test_a_policy_of_the_settings_replaces_the_nearest(site)
    test_a_missing_program_is_named(site)
test_its_files_agree()
