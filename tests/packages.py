#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""packages.py SOURCE: the release notes of a tag, and the packages of ./dev package in the folder that ROCELINT_PACKAGES names.

The tarball runs with its own libraries alone, the ones that it opens late among them, and finds what it should; the wheel has
the same files, and a tag that promises no older C library than they need. ci/release/try.sh installs the packages on bare systems.
"""
import base64
import csv
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parent / 'support'))
import skipping  # noqa: E402

# What a system has with its C library.
OF_GLIBC = re.compile(r'(ld-linux[\w-]*|lib(c|m|pthread|dl|rt|resolv|util|anl))\.so\.\d+')


def run(*command, code=0, env=None):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == code, (command, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done


def check_notes(source, version):
    notes = source / 'ci/release/notes.sh'
    assert run(notes, f'v{version}').stdout.strip().startswith('* ')
    assert 'is not v' in run(notes, 'v0.0.999', code=1).stderr


def dynamic_section(path):
    text = run('objdump', '-p', path).stdout
    needed = set(re.findall(r'NEEDED +(\S+)', text))
    rpath = re.search(r'(RPATH|RUNPATH) +(\S+)', text)
    glibc = {tuple(map(int, one.split('.'))) for one in re.findall(r'GLIBC_(2\.\d+)', text)}
    return needed, rpath and rpath.groups(), max(glibc, default=(2, 0))


def check_libraries(tree):
    """The oldest C library that the tree runs with."""
    libraries = {path.name: path for path in (tree / 'lib/rocelint').iterdir()}
    newest = (2, 0)
    for path in [tree / 'bin/rocelint', *libraries.values()]:
        needed, rpath, glibc = dynamic_section(path)
        outside = {one for one in needed - libraries.keys() if not OF_GLIBC.fullmatch(one)}
        assert not outside, f'{path.name} needs {outside}, which the tree does not have'
        assert rpath == ('RPATH', '$ORIGIN/../lib/rocelint' if path.name == 'rocelint' else '$ORIGIN'), (path.name, rpath)
        newest = max(newest, glibc)
    return newest


def check_program(tree, source, version):
    program = tree / 'bin/rocelint'
    # A path that modules of a cluster would set must not bring in other libraries; nor must those that are installed here.
    done = run(program, 'version', '--json', env={'LD_LIBRARY_PATH': '/usr/lib/x86_64-linux-gnu', 'LD_DEBUG': 'libs', 'ASAN_OPTIONS': 'detect_leaks=0'})
    said = json.loads(done.stdout)
    assert said['version'] == version
    assert all(one['found'] for one in said['libraries']), said['libraries']
    opened = {pathlib.Path(one) for one in re.findall(r'calling init: (/\S+)', done.stderr)}
    foreign = {str(path) for path in opened if path.parent.resolve() != tree / 'lib/rocelint' and not OF_GLIBC.fullmatch(path.name)}
    assert not foreign, f'opened from elsewhere: {foreign}'
    assert len(opened) > len(said['libraries'])
    report = run(program, 'check', source / 'fixtures/fabrics/broken-clos', '--format', 'json', code=1).stdout
    with open(source / 'fixtures/fabrics/broken-clos.expected.json', encoding='utf-8') as golden:
        assert json.loads(report)['summary'] == json.load(golden)['summary']


def check_licenses(tree):
    folder = tree / 'share/doc/rocelint/libraries'
    packages = re.findall(r'^(\S+) \S+, source \S+ \S+$', (folder / 'README').read_text(), re.M)
    assert len(packages) > 10
    for package in packages:
        assert (folder / package).stat().st_size > 0
    assert (tree / 'share/doc/rocelint/LICENSE').exists()


def files_below(tree):
    return {str(path.relative_to(tree)) for path in tree.rglob('*') if path.is_file()}


def check_wheel(wheel, tree, glibc):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        stem = wheel.name.split('-py3-')[0]
        for path, digest, _ in csv.reader(io.TextIOWrapper(archive.open(f'{stem}.dist-info/RECORD'), encoding='utf-8')):
            if digest:
                known = base64.urlsafe_b64encode(hashlib.sha256(archive.read(path)).digest()).rstrip(b'=').decode()
                assert digest == f'sha256={known}', path
        tag = re.search(r'manylinux_(\d+)_(\d+)_', archive.read(f'{stem}.dist-info/WHEEL').decode())
    assert tuple(map(int, tag.groups())) >= glibc, f'{wheel.name} needs glibc {glibc}'
    inside = {re.sub(r'^[^/]+\.data/(data|scripts)/', lambda found: 'bin/' if found[1] == 'scripts' else '', name) for name in names if '.data/' in name}
    assert inside == files_below(tree), inside ^ files_below(tree)


def one_of(folder, pattern):
    found = list(folder.glob(pattern))
    assert len(found) == 1, (pattern, found)
    return found[0]


def check_packages(folder, source, version):
    for line in (folder / 'SHA256SUMS').read_text().splitlines():
        digest, name = line.split('  ')
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    with tempfile.TemporaryDirectory() as work:
        with tarfile.open(one_of(folder, 'rocelint-*.tar.gz')) as archive:
            archive.extractall(work)
        tree = next(pathlib.Path(work).resolve().iterdir())
        glibc = check_libraries(tree)
        check_program(tree, source, version)
        check_licenses(tree)
        check_wheel(one_of(folder, 'rocelint-*.whl'), tree, glibc)
    assert run('dpkg-deb', '-f', one_of(folder, 'rocelint_*.deb'), 'Version').stdout.strip() == f'{version}-1'


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    version = re.search(r'^project\(rocelint VERSION (\S+)', (source / 'CMakeLists.txt').read_text(), re.M)[1]
    check_notes(source, version)
    folder = os.environ.get('ROCELINT_PACKAGES')
    if not folder:
        skipping.skip('ROCELINT_PACKAGES is not set')
    check_packages(pathlib.Path(folder), source, version)


main()
