# SPDX-License-Identifier: Apache-2.0
"""A session in a real editor, with the configuration in docs/howto/editor.md, matches that page.
editor_test.py ROCELINT SOURCE [--write]"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

import skipping

rocelint, source = sys.argv[1:3]
page_path = os.path.join(source, 'docs/howto/editor.md')


def record(page):
    configuration = re.search(r'```lua\n(.*?)```', page, re.S).group(1)
    with tempfile.TemporaryDirectory(prefix='rocelint-editor-') as top:
        folder = os.path.join(top, 'site')
        shutil.copytree(os.path.join(source, 'fixtures/fabrics/clos-mixed'), folder)
        init = os.path.join(top, 'init.lua')
        with open(init, 'w', encoding='utf-8') as file:
            file.write(configuration)
        environment = {**os.environ, 'PATH': os.path.dirname(os.path.abspath(rocelint)) + ':' + os.environ['PATH'],
                       'HOME': top, 'XDG_CONFIG_HOME': top, 'XDG_DATA_HOME': top, 'XDG_CACHE_HOME': top,
                       'XDG_STATE_HOME': top}
        run = subprocess.run(['nvim', '--headless', '-n', '-i', 'NONE', '-u', init, os.path.join(folder, 'leaf3.cfg'),
                              '-S', os.path.join(source, 'tests/lsp/editor_session.lua')],
                             env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, timeout=1800, check=False)
        assert run.returncode == 0, f'nvim ended with {run.returncode}:\n{run.stdout}{run.stderr}'
        return run.stdout.replace('\r', '')


if shutil.which('nvim') is None:
    skipping.skip('neovim is not installed')
with open(page_path, encoding='utf-8') as file:
    page = file.read()
told = record(page)
if sys.argv[3:] == ['--write']:
    page = re.sub(r'```text\n.*?```', lambda _: '```text\n' + told + '```', page, count=1, flags=re.S)
    with open(page_path, 'w', encoding='utf-8') as file:
        file.write(page)
wanted = re.search(r'```text\n(.*?)```', page, re.S).group(1)
assert told == wanted, '\n'.join(difflib.unified_diff(wanted.split('\n'), told.split('\n'), 'docs/howto/editor.md', 'the editor',
                                                      lineterm=''))
