# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/howto/ci.md write what the services read.  ci_page.py ROCELINT SOURCE"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import yaml

rocelint, source = sys.argv[1:]


def commands():
    with open(os.path.join(source, 'docs/howto/ci.md')) as page:
        blocks = re.findall(r'```(?:yaml|groovy|sh)\n(.*?)```', page.read(), re.S)
    found = [line.group(0) for line in (re.search(r'rocelint check [^\'\n]*', block) for block in blocks) if line]
    assert len(found) == 4, found
    return found


def check_github(folder, output):
    assert re.search(r'^::error file=configs/leaf1\.json,line=\d+,endLine=\d+,', output, re.M), output
    with open(os.path.join(folder, 'rocelint.md')) as file:
        assert file.read().startswith('### rocelint: 23 errors')
    with open(os.path.join(folder, 'rocelint.sarif')) as file:
        assert len(json.load(file)['runs'][0]['results']) == 26


def check_gitlab(folder):
    with open(os.path.join(folder, 'gl-code-quality-report.json')) as file:
        issues = json.load(file)
    assert len({issue['fingerprint'] for issue in issues}) == len(issues) == 26
    for issue in issues:
        assert issue['severity'] in ('info', 'minor', 'major', 'critical', 'blocker')
        assert os.path.exists(os.path.join(folder, issue['location']['path'])), issue


def check_junit(folder):
    suites = xml.etree.ElementTree.parse(os.path.join(folder, 'rocelint.xml')).getroot()
    assert suites.tag == 'testsuites' and suites.get('failures') == '23'
    # A report that lies in the checkout is no input of the next run.
    os.remove(os.path.join(folder, 'rocelint.xml'))


def yaml_of(path):
    with open(os.path.join(source, path)) as file:
        return list(yaml.safe_load_all(file))


def check_action(folder):
    """The steps of action.yml, as a runner starts them: inputs become environment."""
    action = yaml_of('action.yml')[0]
    temporary = os.path.join(folder, 'runner')
    os.mkdir(temporary)
    given = {'path': 'configs/\n', 'format': 'github', 'fail-on': 'error'}
    inputs = {name: given.get(name, row['default']) for name, row in action['inputs'].items()}
    environment = {'PATH': f'{os.path.dirname(rocelint)}:/usr/bin:/bin', 'GITHUB_ACTION_PATH': source, 'RUNNER_TEMP': temporary,
                   'GITHUB_OUTPUT': temporary + '/output', 'GITHUB_STEP_SUMMARY': temporary + '/summary.md'}
    codes = []
    for step in action['runs']['steps']:
        if 'run' not in step:
            assert step['uses'].startswith('github/codeql-action/upload-sarif@')
            continue
        words = {name: re.sub(r'\$\{\{ inputs\.([a-z-]+) \}\}', lambda found: inputs[found.group(1)], value) for name, value in step['env'].items()}
        run = subprocess.run(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step['run']], cwd=folder, stdout=subprocess.PIPE,
                             text=True, env={**environment, **words})
        codes.append(run.returncode)
    assert codes == [0, 1], codes
    assert re.search(r'^::error file=configs/leaf1\.json,line=\d+,endLine=\d+,', run.stdout, re.M), run.stdout
    with open(temporary + '/output') as file:
        sarif = re.fullmatch(r'sarif=(.*)\n', file.read()).group(1)
    with open(sarif) as file:
        assert len(json.load(file)['runs'][0]['results']) == 26
    with open(temporary + '/summary.md') as file:
        assert file.read().startswith('### rocelint: 23 errors')
    shutil.rmtree(temporary)


def check_gitlab_template(folder):
    spec, jobs = yaml_of('ci/gitlab/rocelint.gitlab-ci.yml')
    inputs = {name: (row or {}).get('default', '') for name, row in spec['spec']['inputs'].items()} | {'path': 'configs/', 'image': 'an image'}
    job = jobs['rocelint']
    [line] = [re.sub(r'\$\[\[ inputs\.([a-z-]+) \]\]', lambda found: inputs[found.group(1)], line) for line in job['script']]
    run = subprocess.run(['sh', '-c', line.replace('rocelint', rocelint, 1)], cwd=folder, stdout=subprocess.PIPE)
    assert run.returncode == 1, line
    check_gitlab(folder)
    for report in job['artifacts']['reports'].values():
        os.remove(os.path.join(folder, report))


def git(folder, *words):
    subprocess.run(['git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'safe.directory=*', '-c', 'protocol.file.allow=always',
                    '-C', folder, *words], check=True, stdout=subprocess.DEVNULL)


def check_pre_commit(folder, configs):
    """The hook out of a clone: only what pre-commit needs of these sources is committed to it."""
    if shutil.which('pre-commit') is None:
        print('not run: pre-commit is not installed')
        return
    hooks = os.path.join(folder, 'hooks')
    site = os.path.join(folder, 'site')
    os.makedirs(hooks + '/ci')
    shutil.copy(os.path.join(source, '.pre-commit-hooks.yaml'), hooks)
    shutil.copytree(os.path.join(source, 'ci/pre-commit'), hooks + '/ci/pre-commit')
    shutil.copytree(configs, site + '/configs')
    for repository in (hooks, site):
        git(repository, 'init', '-q')
        git(repository, 'add', '.')
        git(repository, 'commit', '-qm', 'All')
    environment = {'PATH': f'{os.path.dirname(rocelint)}:/usr/bin:/bin', 'HOME': folder, 'PRE_COMMIT_HOME': folder + '/pre-commit'}

    def run_hook():
        with open(site + '/.pre-commit-config.yaml', 'w') as file:
            file.write(f'repos:\n  - repo: {hooks}\n    rev: {revision}\n    hooks:\n      - id: rocelint\n        args: [configs/]\n')
        git(site, 'add', '.')
        return subprocess.run(['pre-commit', 'run', '--all-files'], cwd=site, env=environment, stdout=subprocess.PIPE, text=True)

    revision = subprocess.run(['git', '-C', hooks, 'rev-parse', 'HEAD'], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    broken = run_hook()
    assert broken.returncode == 1 and 'error[WD004]' in broken.stdout and 'exit code: 1' in broken.stdout, broken.stdout
    shutil.rmtree(site + '/configs')
    shutil.copytree(os.path.join(source, 'fixtures/fabrics/rails'), site + '/configs')
    clean = run_hook()
    assert clean.returncode == 0 and 'Passed' in clean.stdout, clean.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(source, 'fixtures/fabrics/broken-clos'), os.path.join(folder, 'configs'))
        runs = []
        for command in commands():
            run = subprocess.run(['sh', '-c', command.replace('rocelint', rocelint, 1)], cwd=folder, stdout=subprocess.PIPE, text=True)
            assert run.returncode == 1, (command, run.returncode)
            runs.append(run.stdout)
            if 'junit=' in command:
                check_junit(folder)
        check_github(folder, runs[0])
        check_action(folder)
        check_gitlab(folder)
        assert 'error[WD004]' in runs[3]
        os.remove(os.path.join(folder, 'gl-code-quality-report.json'))
        check_gitlab_template(folder)
        check_pre_commit(folder, os.path.join(folder, 'configs'))


main()
