# SPDX-License-Identifier: Apache-2.0
"""Runs the hook of .pre-commit-hooks.yaml from a clone of these sources.  pre_commit_hook.py ROCELINT SOURCE"""
import os
import shutil
import subprocess
import sys
import tempfile

import skipping

rocelint, source = sys.argv[1:]
if shutil.which('pre-commit') is None:
    skipping.skip('pre-commit is not installed')


def git(folder, *words):
    subprocess.run(['git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'safe.directory=*', '-c', 'protocol.file.allow=always',
                    '-C', folder, *words], check=True, stdout=subprocess.DEVNULL)


def check_hook(folder, configs):
    """Commits to the clone only those sources that pre-commit needs."""
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
    assert broken.returncode == 1 and 'error WD004' in broken.stdout and 'exit code: 1' in broken.stdout, broken.stdout
    shutil.rmtree(site + '/configs')
    shutil.copytree(os.path.join(source, 'fixtures/fabrics/rails'), site + '/configs')
    clean = run_hook()
    assert clean.returncode == 0 and 'Passed' in clean.stdout, clean.stdout


with tempfile.TemporaryDirectory() as top:
    check_hook(top, os.path.join(source, 'fixtures/fabrics/broken-clos'))
