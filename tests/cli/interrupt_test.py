# SPDX-License-Identifier: Apache-2.0
"""Progress and interruptions of long work.  interrupt_test.py ROCELINT SOURCE

Progress appears only on a terminal, and only if wanted; Ctrl-C leaves a report either complete or absent."""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

rocelint, source = sys.argv[1:]


def write_fabric(folder, count):
    with open(os.path.join(source, 'fixtures/fabrics/broken-clos/leaf3.cfg')) as file:
        base = file.read()
    for number in range(count):
        with open(os.path.join(folder, f'leaf{number}.cfg'), 'w') as file:
            file.write(re.sub(r'^hostname .*$', f'hostname leaf{number}', base, flags=re.M))


def on_terminal(*arguments):
    """The output on a terminal as standard error, and the exit code."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([rocelint, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b''
    while True:
        ready, _, _ = select.select([ours], [], [], 0.2)
        try:
            piece = os.read(ours, 65536) if ready else b''
        except OSError:
            break
        shown += piece
        if not piece and process.poll() is not None:
            break
    os.close(ours)
    return shown.decode(), process.wait()


def timed(run):
    start = time.monotonic()
    result = run()
    return time.monotonic() - start, result


def test_progress(folder):
    # Enough work to take well over a second on this machine, even once it is idle.
    count, seconds = 500, 0
    while seconds < 2 and count < 20000:
        write_fabric(folder, count)
        seconds, silent = timed(lambda: subprocess.run([rocelint, 'check', folder], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                       stderr=subprocess.PIPE, text=True))
        assert silent.returncode == 1 and silent.stderr == '', silent.stderr[:500]
        count *= 2
        if seconds >= 2 or count >= 20000:
            seconds, (shown, code) = timed(lambda: on_terminal('check', folder))
    assert code == 1
    assert re.search(r'rocelint: (reading|checking|linking), \d+ of \d+ (files|devices|devices and rules of the fabric) \(\d+ s\)', shown), shown[:500]
    assert shown.endswith('\r\x1b[K'), 'the line of progress is left on the screen'
    quiet, code = on_terminal('check', '--quiet', folder)
    assert code == 1 and quiet == '', quiet[:500]
    json, code = on_terminal('check', '--format', 'json', folder)
    assert code == 1 and json == '', json[:500]
    return seconds


def test_interrupted(folder, seconds):
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, 'report.html')
        with open(path, 'w') as file:
            file.write('before')
        interrupted = 0
        for part in range(8):
            start = time.monotonic()
            process = subprocess.Popen([rocelint, 'check', folder, '--report', 'html=' + path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Interrupt mostly towards the end, where reports are written.
            try:
                process.wait(seconds * (0.5 + part / 8))
                seconds = time.monotonic() - start  # the machine is less busy than before
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                interrupted += process.wait() == -signal.SIGINT
            assert os.listdir(out) == ['report.html'], os.listdir(out)
            with open(path, encoding='utf-8') as file:
                text = file.read()
            assert text == 'before' or text.endswith('</html>\n'), 'half a report'
        assert interrupted > 0


def test_revision_interrupted():
    """Copies of a commit's files are removed when the run ends, however it ends."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, 'site'))
        os.mkdir(os.path.join(folder, 'tmp'))
        write_fabric(os.path.join(folder, 'site'), 300)
        subprocess.run('git -c init.defaultBranch=main init -q . && git add site && git -c user.name=a -c user.email=a@b commit -q -m first',
                       shell=True, check=True, cwd=folder)
        for arguments in ['diff', 'HEAD:site', 'site'], ['check', 'site', '--changed-since', 'HEAD']:
            for end in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
                process = subprocess.Popen([rocelint, *arguments], cwd=folder, env={**os.environ, 'TMPDIR': os.path.join(folder, 'tmp')},
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                # Interrupt as soon as there is something to leave behind.
                while process.poll() is None and not os.listdir(os.path.join(folder, 'tmp')):
                    time.sleep(0.005)
                process.send_signal(end)
                assert process.wait() == -end, process.returncode
                assert os.listdir(os.path.join(folder, 'tmp')) == [], (arguments, end)


def test_writing_interrupted():
    """Corrected files are unchanged or complete, and no other files are left next to them."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(source, 'fixtures/fabrics/broken-clos/rocelint.yaml'), folder)
        write_fabric(folder, 200)
        names = sorted(os.listdir(folder))
        before = {name: open(os.path.join(folder, name)).read() for name in names}
        interrupted = 0
        for part in range(12):
            process = subprocess.Popen([rocelint, 'fix', '--write', folder], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            changed = os.path.join(folder, f'leaf{part * 15}.cfg')
            while process.poll() is None and open(changed).read() == before[os.path.basename(changed)]:
                pass
            process.send_signal(signal.SIGINT if part % 2 else signal.SIGTERM)
            interrupted += process.wait() < 0
            assert sorted(os.listdir(folder)) == names, set(os.listdir(folder)) - set(names)
            for name in names:
                with open(os.path.join(folder, name)) as file:
                    text = file.read()
                assert text == before[name] or len(text.splitlines()) > 40, name
                with open(os.path.join(folder, name), 'w') as file:
                    file.write(before[name])
        assert interrupted > 0


test_revision_interrupted()
test_writing_interrupted()
with tempfile.TemporaryDirectory() as folder:
    test_interrupted(folder, test_progress(folder))
