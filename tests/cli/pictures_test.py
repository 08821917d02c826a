# SPDX-License-Identifier: Apache-2.0
"""The pictures of README and docs/howto.  pictures_test.py ROCELINT SOURCE [--write]

docs/run.svg shows what the program prints; --write draws it and docs/report.png anew. Chromium, if installed, shows every picture: blanks are kept,
and all text lies inside."""
import glob
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile

import skipping

rocelint, source = sys.argv[1:3]
COMMAND = ['check', '--select', 'NIC002,WD004,QOS002', '.']
COLUMNS, LINE, MARGIN, CHARACTER = 118, 16, 15, 7.23
PAPER, INK, BOLD = '#1e1e1e', '#d4d4d4', '#ffffff'
COLOURS = {'31': '#ff6b6b', '32': '#78d3a0', '33': '#f3bf5c', '34': '#6cb6ff', '35': '#d3a6ff', '36': '#7fd6e0'}
DIM = '#a0a8b0'


def style_of(codes, style):
    """The colour, and whether text is bold, after a sequence of a terminal (ECMA-48, SGR)."""
    colour, bold = style
    for code in codes.split(';'):
        if code in ('', '0'):
            colour, bold = None, False
        elif code == '1':
            bold = True
        elif code == '2':
            colour = DIM
        elif code in COLOURS:
            colour = COLOURS[code]
        else:
            raise AssertionError(f'no colour for the sequence {codes!r}')
    return colour, bold


def cells_of(line, style):
    """A line of a terminal as (character, style); and the style after it."""
    cells = []
    for part in re.split(r'(\x1b\[[0-9;]*m)', line):
        if part.startswith('\x1b['):
            style = style_of(part[2:-1], style)
        else:
            cells += [(character, style) for character in part]
    return cells, style


def draw(text):
    """A terminal that shows `text`, as SVG."""
    rows, style = [], (None, False)
    for line in text.rstrip('\n').split('\n'):
        cells, style = cells_of(line, style)
        rows += [cells[at:at + COLUMNS] for at in range(0, max(len(cells), 1), COLUMNS)]
    width, height = round(2 * MARGIN + COLUMNS * CHARACTER), 2 * MARGIN + len(rows) * LINE
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
           'aria-label="rocelint prints three findings of a broken fabric">',
           '<style>text{white-space:pre;font:12px "DejaVu Sans Mono",Menlo,Consolas,monospace}</style>',
           f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>']
    for number, row in enumerate(rows):
        spans, at = [], 0
        while at < len(row):
            end = at
            while end < len(row) and row[end][1] == row[at][1]:
                end += 1
            colour, bold = row[at][1]
            words = html.escape(''.join(character for character, _ in row[at:end]))
            weight = ' font-weight="bold"' if bold else ''
            spans.append(f'<tspan fill="{colour or (BOLD if bold else INK)}"{weight}>{words}</tspan>')
            at = end
        if spans:
            out.append(f'<text x="{MARGIN}" y="{MARGIN + number * LINE + 11}">{"".join(spans)}</text>')
    return '\n'.join(out + ['</svg>', ''])


def test_the_run_is_what_the_program_prints():
    run = subprocess.run([rocelint, *COMMAND, '--color', 'always'], cwd=os.path.join(source, 'fixtures/fabrics/broken-clos'),
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8')
    assert run.returncode == 1, run.returncode
    fresh = draw('$ rocelint ' + ' '.join(COMMAND) + '\n' + run.stdout)
    path = os.path.join(source, 'docs/run.svg')
    if '--write' in sys.argv:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(fresh)
    with open(path, encoding='utf-8') as file:
        assert file.read() == fresh, 'docs/run.svg shows something else than the program prints: run ./dev docs'


def draw_report():
    """Writes docs/report.png: the page of a broken fabric, with a device open at its ports."""
    import page_browser
    from selenium.webdriver.common.by import By
    with tempfile.TemporaryDirectory() as folder:
        fabric = 'fixtures/fabrics/broken-clos'
        shutil.copytree(os.path.join(source, fabric), os.path.join(folder, fabric))
        subprocess.run([os.path.abspath(rocelint), 'check', fabric, '--report', 'html=report.html'], cwd=folder, stdout=subprocess.DEVNULL)
        driver = page_browser.open_browser()
        try:
            driver.set_window_size(1320, 1180)
            page = page_browser.Page(driver, os.path.join(folder, 'report.html'))
            page.press(page.node('leaf1'))
            ports = next(title for title in driver.find_elements(By.CSS_SELECTOR, '.panel h3') if title.text.startswith('Ports'))
            driver.execute_script('arguments[0].scrollIntoView({behavior: "instant"}); scrollTo(0, 0);', ports)
            driver.save_screenshot(os.path.join(source, 'docs/report.png'))
        finally:
            driver.quit()


# Text, blanks included, is as wide as in a terminal; every text lies inside the picture.
MEASURE = """
    const picture = document.documentElement.getBoundingClientRect();
    return [...document.querySelectorAll('text')].map((text) => {
      const box = text.getBoundingClientRect();
      const inside = box.width === 0 || (box.left >= 0 && box.top >= 0 && box.right <= picture.right && box.bottom <= picture.bottom);
      const terminal = getComputedStyle(text).fontFamily.includes('Mono');
      return [text.textContent, inside, terminal ? text.getComputedTextLength() / text.textContent.length : null];
    });"""


def test_a_browser_shows_them_whole():
    try:
        from page_browser import open_browser
    except ImportError:
        skipping.note('the pictures in a browser', 'chromium-driver or python3-selenium is not installed')
        return
    driver = open_browser()
    try:
        for path in sorted(glob.glob(os.path.join(source, 'docs/**/*.svg'), recursive=True)):
            driver.get('file://' + path)
            rows = driver.execute_script(MEASURE)
            assert rows, path
            for words, inside, width in rows:
                assert inside, (path, words)
                assert width is None or abs(width - rows[0][2]) < 0.05, (path, words, width)
    finally:
        driver.quit()


test_the_run_is_what_the_program_prints()
if '--write' in sys.argv:
    draw_report()
test_a_browser_shows_them_whole()
