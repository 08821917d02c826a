# SPDX-License-Identifier: Apache-2.0
"""How long `rocelint lsp` takes from an edit of one file to its diagnostics.  editor_bench.py ROCELINT FOLDER FILE [EDITS]"""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lsp'))
import client as lsp  # noqa: E402

program, folder, name = sys.argv[1:4]
edits = int(sys.argv[4]) if len(sys.argv) > 4 else 20
client = lsp.Client(program)
process = client.process.pid
path = os.path.join(os.path.abspath(folder), name)


def processor():
    """CPU time of all threads so far, in milliseconds."""
    with open(f'/proc/{process}/stat', encoding='ascii') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def timed(work):
    begin, used = time.monotonic(), processor()
    work()
    elapsed = 1000 * (time.monotonic() - begin)
    time.sleep(0.2)  # work after the answer, such as freeing memory, counts too
    return elapsed, processor() - used


def first():
    client.start(os.path.abspath(folder), capabilities={'textDocument': lsp.EVERYTHING['textDocument']})
    client.open(path)
    client.wait_for(path, 1)


def edit(version):
    begin = {'line': 0, 'character': 0}
    client.change(path, version, {'range': {'start': begin, 'end': begin}, 'text': '! a remark\n'})
    client.wait_for(path, version)


print('first check: %.0f ms, processor %.0f ms' % timed(first))
times = [timed(lambda: edit(number + 2)) for number in range(edits)]
elapsed, used = (sorted(column) for column in zip(*times))
print('after an edit: fastest %.0f ms, median %.0f ms; processor: fastest %.0f ms, median %.0f ms'
      % (elapsed[0], elapsed[edits // 2], used[0], used[edits // 2]))
with open(f'/proc/{process}/status', encoding='ascii') as file:
    print(next(line.strip() for line in file if line.startswith('VmHWM')))
client.end()
