# SPDX-License-Identifier: Apache-2.0
"""The pages of the site can be collected: every link of the documentation leads to a file.  site_pages.py SOURCE"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1]).resolve()


def collect(root, work):
    return subprocess.run([sys.executable, source / 'ci/site/collect.py', root, work / 'pages', work / 'files'],
                          capture_output=True, text=True, check=False)


with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    ended = collect(source, work)
    assert ended.returncode == 0, ended.stderr
    pages = work / 'pages'
    # Addresses that others may have stored.
    for name in ('index', 'rules/index', 'rules/PFC004', 'howto/ci', 'reference/policy', 'drivers/eos/index', 'adr/index', 'schema/index'):
        assert (pages / f'{name}.md').is_file(), name
    assert (work / 'files/schema/rocelint.schema.json').is_file()
    # A link to a folder's README leads to its index, one to a file that is no page to a copy of it.
    assert '](rules/index.md)' in (pages / 'index.md').read_text(encoding='utf-8')
    assert (pages / 'docs').exists() is False
    assert (pages / 'push.svg').is_file()
    contents = (pages / 'contents.rst').read_text(encoding='utf-8')
    listed = re.findall(r'^   ([a-zA-Z].*)$', contents, re.M)
    assert len(listed) == len(set(listed)) > 50, listed

    # A link that leads nowhere ends with its page.
    broken = work / 'broken'
    for name in ('docs', 'drivers'):
        (broken / name).mkdir(parents=True)
    shutil.copytree(source / 'docs/schema', broken / 'docs/schema')
    for name in ('README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'):
        (broken / name).write_text('# Page\n\n`[code](nowhere)` and [gone](docs/gone.md)\n', encoding='utf-8')
    ended = collect(broken, work)
    assert ended.returncode == 1 and 'README.md: docs/gone.md' in ended.stderr and 'nowhere' not in ended.stderr.replace('to no file', ''), ended.stderr
