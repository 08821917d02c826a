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

rocelint, source = sys.argv[1:]


def commands():
    with open(os.path.join(source, 'docs/howto/ci.md')) as page:
        blocks = re.findall(r'```(?:yaml|groovy|sh)\n(.*?)```', page.read(), re.S)
    found = [re.search(r'rocelint check [^\'\n]*', block).group(0) for block in blocks]
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
        check_gitlab(folder)
        assert 'error[WD004]' in runs[3]


main()
