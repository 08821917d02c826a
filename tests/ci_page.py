# SPDX-License-Identifier: Apache-2.0
"""The commands in docs/howto/ci.md write what the CI services read.  ci_page.py ROCELINT SOURCE"""
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
    assert len(found) == 8, found
    # The gate at the top of the page, and the HTML report, write nothing that a service reads.
    return [one for at, one in enumerate(found) if at != 0 and '--report html=' not in one]


def check_github(folder, output):
    assert re.search(r'^::error file=configs/leaf1\.json,line=\d+,endLine=\d+,', output, re.M), output
    with open(os.path.join(folder, 'rocelint.md')) as file:
        assert file.read().startswith('### rocelint: 22 errors')
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
    assert suites.tag == 'testsuites' and suites.get('failures') == '22'
    # The next run must not read a report that lies in the checkout.
    os.remove(os.path.join(folder, 'rocelint.xml'))


def yaml_of(path):
    with open(os.path.join(source, path)) as file:
        return list(yaml.safe_load_all(file))


def run_action(folder, path):
    """Runs the steps of action.yml as a runner would. Returns the exit codes, the last output, and GITHUB_OUTPUT."""
    action = yaml_of('action.yml')[0]
    temporary = os.path.join(folder, 'runner')
    os.makedirs(temporary, exist_ok=True)
    given = {'path': path, 'format': 'github', 'fail-on': 'error'}
    inputs = {name: given.get(name, row['default']) for name, row in action['inputs'].items()}
    environment = {'PATH': f'{os.path.dirname(rocelint)}:/usr/bin:/bin', 'GITHUB_ACTION_PATH': source, 'RUNNER_TEMP': temporary,
                   'GITHUB_OUTPUT': temporary + '/output', 'GITHUB_STEP_SUMMARY': temporary + '/summary.md'}
    with open(temporary + '/output', 'w'):
        pass
    codes = []
    for step in action['runs']['steps']:
        if 'run' not in step:
            assert step['uses'].startswith('github/codeql-action/upload-sarif@')
            continue
        words = {name: re.sub(r'\$\{\{ inputs\.([a-z-]+) \}\}', lambda found: inputs[found.group(1)], value) for name, value in step['env'].items()}
        run = subprocess.run(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step['run']], cwd=folder, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, env={**environment, **words})
        codes.append(run.returncode)
    with open(temporary + '/output') as file:
        return codes, run.stdout, file.read()


def check_action(folder):
    for path in ('configs/\n', '  configs/leaf1.json \r\n\r\n\t configs/\r\n'):
        codes, shown, output = run_action(folder, path)
        assert codes == [0, 1], (path, codes)
        assert re.search(r'^::error file=configs/leaf1\.json,line=\d+,endLine=\d+,', shown, re.M), shown
        with open(re.fullmatch(r'sarif=(.*)\n', output).group(1)) as file:
            assert len(json.load(file)['runs'][0]['results']) == 26
    with open(folder + '/runner/summary.md') as file:
        assert file.read().startswith('### rocelint: 22 errors')
    # Code scanning closes alerts that are missing from a SARIF file, so it gets none if an input was not read.
    os.mkdir(folder + '/notes')
    for path in ('configs/\nmissing.cfg', 'notes'):
        codes, _, output = run_action(folder, path)
        assert codes == [0, 3] and output == '', (path, codes, output)
    assert run_in(folder, commands()[0].replace('configs/', 'notes')).returncode == 3
    assert not os.path.exists(folder + '/rocelint.sarif') and os.path.exists(folder + '/rocelint.md')
    os.rmdir(folder + '/notes')
    shutil.rmtree(folder + '/runner')


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


def run_in(folder, command):
    return subprocess.run(['sh', '-c', command.replace('rocelint ', rocelint + ' ', 1)], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def break_leaf4(folder):
    path = os.path.join(folder, 'configs/leaf4.cfg')
    with open(path) as file:
        text = file.read()
    assert 'qos trust dscp' in text
    with open(path, 'w') as file:
        file.write(text.replace('qos trust dscp', 'qos trust cos', 1))
    return text


def check_known(folder, command):
    assert run_in(folder, 'rocelint baseline create configs/').returncode == 0
    known = run_in(folder, command)
    assert known.returncode == 0, known.stdout
    before = break_leaf4(folder)
    grown = run_in(folder, command)
    assert grown.returncode == 1 and 'error QOS001' in grown.stdout, grown.stdout
    with open(os.path.join(folder, 'configs/leaf4.cfg'), 'w') as file:
        file.write(before)


def check_changed(folder, command):
    name = ['git', '-c', 'user.name=a', '-c', 'user.email=a@b']
    for words in (['git', 'init', '-q', '-b', 'main', '.'], ['git', 'add', '.'], name + ['commit', '-q', '-m', 'first'],
                  ['git', 'update-ref', 'refs/remotes/origin/main', 'HEAD'], ['git', 'checkout', '-q', '-b', 'change']):
        subprocess.run(words, cwd=folder, check=True)
    assert run_in(folder, command).returncode == 0
    break_leaf4(folder)
    subprocess.run(name + ['commit', '-q', '-a', '-m', 'second'], cwd=folder, check=True)
    changed = run_in(folder, command)
    assert changed.returncode == 1 and 'error QOS001' in changed.stdout and 'WD004' not in changed.stdout, changed.stdout
    assert 'are hidden' in changed.stderr, changed.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(source, 'fixtures/fabrics/broken-clos'), os.path.join(folder, 'configs'))
        runs = []
        for command in commands()[:4]:
            run = subprocess.run(['sh', '-c', command.replace('rocelint', rocelint, 1)], cwd=folder, stdout=subprocess.PIPE, text=True)
            assert run.returncode == 1, (command, run.returncode)
            runs.append(run.stdout)
            if 'junit=' in command:
                check_junit(folder)
        check_github(folder, runs[0])
        check_action(folder)
        check_gitlab(folder)
        assert 'error WD004' in runs[3]
        os.remove(os.path.join(folder, 'gl-code-quality-report.json'))
        check_gitlab_template(folder)
        check_known(folder, commands()[4])
        check_changed(folder, commands()[5])


main()
