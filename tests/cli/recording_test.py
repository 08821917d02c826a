# SPDX-License-Identifier: Apache-2.0
"""The recording of the first two minutes with rocelint.  recording_test.py ROCELINT SOURCE [--write]

docs/first-minutes.svg plays what the program prints about the fabric of docs/howto/tutorial.md; --write records it anew."""
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

rocelint, source = (os.path.abspath(word) for word in sys.argv[1:3])
COLUMNS, ROWS, LINE, MARGIN, CHARACTER = 100, 30, 16, 15, 7.23
PAPER, INK, DIM = '#1e1e1e', '#d4d4d4', '#a0a8b0'
COLOURS = {'31': '#ff6b6b', '32': '#78d3a0', '33': '#f3bf5c', '34': '#6cb6ff', '35': '#d3a6ff', '36': '#7fd6e0'}

# Each is typed on an empty screen: the command, its exit code (None: it is shown and not run), and the seconds that its output stays.
SCENES = (
    ('pipx install ./rocelint-*.whl', None, 2),
    ('rocelint check site', 1, 8),
    ('rocelint explain PFC004', 0, 8),
    ('rocelint fix site', 0, 8),
    ('rocelint fix --write site', 0, 4),
    ('rocelint check site', 0, 6),
)


def make_fabric(folder):
    """The fabric of the tutorial with its two mistakes."""
    with open(os.path.join(source, 'docs/howto/tutorial.md'), encoding='utf-8') as page:
        text = page.read()
    intent = re.search(r'<!-- write fabric.yaml -->\n```yaml\n(.*?)```', text, re.S).group(1)
    mistakes = re.search(r'```sh\n(rm site/.*?)```', text, re.S).group(1)
    with open(os.path.join(folder, 'fabric.yaml'), 'w', encoding='utf-8') as file:
        file.write(intent)
    subprocess.run([rocelint, 'render', 'fabric.yaml', '-o', 'site'], cwd=folder, check=True, capture_output=True)
    subprocess.run(['/bin/sh', '-ec', mistakes], cwd=folder, check=True)


def printed(command, folder):
    words = command.split()
    colours = ['--color', 'always'] if words[1] in ('check', 'fix') else []
    run = subprocess.run([rocelint, *words[1:], *colours], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         stdin=subprocess.DEVNULL, encoding='utf-8', check=False)
    return run.returncode, run.stdout


def rows_of(line, style):
    """The rows that a line fills in a terminal, each as (text, (colour, bold)); and the style after it (ECMA-48, SGR)."""
    rows, room = [[]], COLUMNS
    for part in re.split(r'(\x1b\[[0-9;]*m)', line):
        if not part.startswith('\x1b['):
            while part:
                if room == 0:
                    rows.append([])
                    room = COLUMNS
                rows[-1].append((part[:room], style))
                part, room = part[room:], room - len(part[:room])
            continue
        for code in part[2:-1].split(';'):
            colour, bold = style
            style = ((None, False) if code in ('', '0') else (colour, True) if code == '1' else (DIM, bold) if code == '2'
                     else (COLOURS[code], bold))
    return rows, style


def screen_of(command, output):
    rows, style = [[('$ ' + command, (None, True))]], (None, False)
    for line in output.rstrip('\n').split('\n') if output else []:
        more, style = rows_of(line, style)
        rows += more
    return rows if len(rows) <= ROWS else rows[:ROWS - 1] + [[('…', (None, False))]]


def draw_screen(rows):
    out = []
    for number, spans in enumerate(rows):
        if spans:
            words = ''.join(f'<tspan fill="{colour or ("#ffffff" if bold else INK)}"{" font-weight=" + chr(34) + "bold" + chr(34) if bold else ""}>'
                            f'{html.escape(text)}</tspan>' for text, (colour, bold) in spans)
            out.append(f'<text x="{MARGIN}" y="{MARGIN + number * LINE + 11}">{words}</text>')
    return out


def draw(screens):
    """Screens one after the other, in a loop; without motion, where a reader prefers that, the one with the first report."""
    total = sum(seconds for _, seconds in screens)
    width, height = round(2 * MARGIN + COLUMNS * CHARACTER), 2 * MARGIN + ROWS * LINE
    style, body, at = ['text{white-space:pre;font:12px "DejaVu Sans Mono",Menlo,Consolas,monospace}', '.screen{opacity:0}'], [], 0
    for number, (rows, seconds) in enumerate(screens):
        begin, end = 100 * at / total, 100 * (at + seconds) / total
        before = f'0%,{begin:.2f}%{{opacity:0}}' if number else ''
        after = f'{end:.2f}%,100%{{opacity:0}}' if number + 1 < len(screens) else ''
        style.append(f'@keyframes s{number}{{{before}{begin + (0.01 if number else 0):.2f}%,{end - 0.01:.2f}%{{opacity:1}}{after}}}'
                     f'#s{number}{{animation:s{number} {total}s step-end infinite}}')
        body += [f'<g id="s{number}" class="screen">', *draw_screen(rows), '</g>']
        at += seconds
    style.append('@media (prefers-reduced-motion:reduce){.screen{animation:none!important}#s1{opacity:1}}')
    return '\n'.join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
                      'aria-label="rocelint is installed, finds two mistakes, explains one, corrects both and finds nothing any more">',
                      '<style>', *style, '</style>', f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>', *body, '</svg>', ''])


def record():
    folder = tempfile.mkdtemp()
    try:
        make_fabric(folder)
        screens = []
        for command, code, seconds in SCENES:
            output = ''
            if code is not None:
                ended, output = printed(command, folder)
                assert ended == code, (command, ended, output)
            screens.append((screen_of(command, output), seconds))
        return draw(screens)
    finally:
        shutil.rmtree(folder)


fresh = record()
recording = os.path.join(source, 'docs/first-minutes.svg')
if '--write' in sys.argv:
    with open(recording, 'w', encoding='utf-8') as file:
        file.write(fresh)
with open(recording, encoding='utf-8') as file:
    assert file.read() == fresh, 'docs/first-minutes.svg plays something else than the program prints: run ./dev docs'
