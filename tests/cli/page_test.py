# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a real browser.  page_test.py ROCELINT SOURCE PICTURES

Opens reports from disk in headless Chromium, clicks, filters and types as a reader would, and saves screenshots
in PICTURES."""
import base64
import html
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import skipping

rocelint, source, pictures = sys.argv[1:]
try:
    import page_browser
    from page_browser import By, open_browser
    from selenium.webdriver.common.keys import Keys
except ImportError:
    skipping.skip('chromium-driver or python3-selenium is not installed')

HOSTILE = '<img src=x onerror=document.title=1>'
FABRICS = os.path.join(source, 'fixtures/fabrics')
EOS_SWITCH = os.path.join(FABRICS, 'broken-clos/leaf3.cfg')


def report(path, folder, *options, codes=(0, 1)):
    """Writes the page of a check that exits with one of these codes."""
    out = os.path.join(folder, 'report.html')
    run = subprocess.run([rocelint, 'check', path, '--report', 'html=' + out, *options], stdout=subprocess.DEVNULL)
    assert run.returncode in codes, run.returncode
    with open(out, encoding='utf-8') as file:
        text = file.read()
    assert not re.search(r'(src|href)="(https?:)?//', text), 'the page asks the network for something'
    assert not re.search(r'<[a-z][^>]* on[a-z]+=', text.split('id="data">')[0]), 'a handler that a strict policy forbids'
    return out


class Page(page_browser.Page):
    def picture(self, name, top='summary'):
        self.driver.execute_script('document.getElementById(arguments[0]).scrollIntoView({behavior: "instant"});', top)
        time.sleep(0.3)
        self.driver.save_screenshot(os.path.join(pictures, name + '.png'))


def visible_findings(page):
    return page.all('#findings .finding')


def test_reading(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'broken-clos'), folder))
    page.picture('light')
    page.picture('light-findings', 'findings')
    page.picture('light-paths', 'paths')
    page.picture('light-coverage', 'coverage')
    # Filters, alone and combined.
    total = len(visible_findings(page))
    assert total > 3, total
    rule = visible_findings(page)[0].find_element(By.TAG_NAME, 'code').text
    select = page.one('#f-rule')
    select.find_element(By.CSS_SELECTOR, f'option[value="{rule}"]').click()
    few = visible_findings(page)
    assert 0 < len(few) < total and all(rule in row.text for row in few), len(few)
    page.one('#f-text').send_keys('no such word')
    assert not visible_findings(page) and 'No finding matches' in page.one('#findings').text
    page.press(next(button for button in page.all('#findings .button') if button.text == 'Clear'))
    assert len(visible_findings(page)) == total
    page.one('#f-device').send_keys('leaf1')
    assert 0 < len(visible_findings(page)) < total
    page.press(next(button for button in page.all('#findings .button') if button.text == 'Clear'))
    for kind in ('error', 'warning'):
        page.one('#f-severity').find_element(By.CSS_SELECTOR, f'option[value="{kind}"]').click()
        assert all(row.text.startswith(kind) for row in visible_findings(page))
    page.press(next(button for button in page.all('#findings .button') if button.text == 'Clear'))
    # A click on a device shows its ports, and for one of them how a packet passes through it, with the configuration lines.
    page.press(page.node('leaf1'))
    chain = page.one('.panel .chain')
    assert re.search(r'DSCP 26.*traffic class.*TC 3.*priority group.*queue.*PFC sent.*headroom.*ECN', chain.text, re.S), chain.text
    assert re.search(r'leaf1\.json:\d+', chain.text), chain.text
    page.picture('light-device', 'fabric')
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not page.all('.panel')
    # Keyboard only: search, open a device, close it.
    driver.find_element(By.TAG_NAME, 'body').send_keys('/')
    assert driver.switch_to.active_element.get_attribute('id') == 'f-text'
    driver.execute_script('arguments[0].focus();', page.node('spine1'))
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert 'spine1' in page.one('.panel h3').text
    assert 'RDMA meant on' in page.one('.panel .top').text
    # Dark and light themes.
    page.press(page.one('.bar > .button'))
    assert page.one('html').get_attribute('data-theme') == 'dark'
    page.picture('dark', 'summary')
    page.picture('dark-device', 'fabric')
    page.press(page.one('.bar > .button'))
    assert page.one('html').get_attribute('data-theme') == 'light'
    # Every coloured wire leads to a finding, and there is at least one.
    assert page.all('.wire.error')
    assert page.all('.matrix td button')
    page.press(page.all('.matrix td button')[0])
    assert ' to ' in page.one('#paths [role=status]').text
    # A printed page contains no controls.
    driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': 'print'})
    assert not page.one('.filters').is_displayed() and not page.one('.bar nav').is_displayed()
    with open(os.path.join(pictures, 'print.pdf'), 'wb') as file:
        file.write(base64.b64decode(driver.execute_cdp_cmd('Page.printToPDF', {'printBackground': True})['data']))
    driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': ''})
    # On a narrow screen nothing overflows to the right.
    driver.set_window_size(500, 900)
    page.picture('narrow')
    page.picture('narrow-findings', 'findings')
    wide = driver.execute_script('return document.documentElement.scrollWidth - document.documentElement.clientWidth;')
    assert wide <= 0, wide
    driver.set_window_size(1440, 1000)
    page.check_console()


def test_ring(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'fat-tree-bounce'), folder))
    page.press(page.one('[data-ring]'))
    assert len(page.all('.ring')) >= 2
    page.picture('ring', 'fabric')
    page.check_console()


def verdict(page):
    """The verdict at the top of the page: its class and its words."""
    shown = page.one('#summary .verdict')
    return shown.get_attribute('class').split()[-1], shown.text


def render(folder):
    """Renders a subnet in which every check is clean."""
    out = os.path.join(folder, 'subnet')
    subprocess.run([rocelint, 'render', os.path.join(FABRICS, 'infiniband-tree/fabric.yaml'), '-o', out], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return out


def test_clean(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'rails'), folder, codes=(0,)))
    page.picture('clean')
    kind, words = verdict(page)
    assert kind == 'unknown' and words.startswith('Nothing found, but not everything was checked\n'), (kind, words)
    page.check_console()
    page = Page(driver, report(render(folder), folder, codes=(0,)))
    kind, words = verdict(page)
    assert kind == 'good' and words.startswith('Nothing found\n'), (kind, words)
    page.check_console()


def test_nothing_is_green_that_was_not_checked(driver, folder):
    work = os.path.join(folder, 'work')
    os.mkdir(work)
    page = Page(driver, report(work, folder, codes=(3,)))
    kind, words = verdict(page)
    assert kind == 'error' and 'no file was read, so nothing was checked' in words, (kind, words)
    with open(os.path.join(work, 'leaf1.cfg'), 'w') as file:
        file.write('! device: leaf1 (DCS-7060DX5-64S, EOS-4.30.1F)\nhostname leaf1\n' + 'frobnicate\n' * 6)
    page = Page(driver, report(work, folder, codes=(3,)))
    kind, words = verdict(page)
    assert kind == 'error' and 'leaf1: 6 of 8 lines were not understood as eos' in words, (kind, words)
    assert 'Nothing found' not in words, words
    page.picture('blind')
    page.check_console()
    # A run that fails only because of lines that were not understood.
    subnet = render(folder)
    with open(os.path.join(subnet, 'sm1/opensm.conf'), 'a') as file:
        file.write('frobnicate 1\n')
    page = Page(driver, report(subnet, folder, '--strict-coverage', '--ignore', 'SM022', codes=(1,)))
    kind, words = verdict(page)
    assert kind == 'unknown' and words.startswith('Nothing found, but not every line was understood'), (kind, words)


def test_own_rules(driver, folder):
    work = os.path.join(folder, 'own')
    for site in ('a', 'b'):
        shutil.copytree(os.path.join(FABRICS, 'rails'), os.path.join(work, site))
        with open(os.path.join(work, site, 'rocelint.yaml'), 'a') as file:
            file.write('custom_rules:\n'
                       f'  - {{code: SITE001, name: own-{site}, for: device, assert: "false", message: own {site} of \\(.name)}}\n'
                       '  - {code: SITE002, name: asks-for-links, for: port, assert: .link_up, message: m}\n')
    page = Page(driver, report(work, folder))
    page.one('#f-text').send_keys('SITE001')
    rows = [row.text for row in visible_findings(page)]
    assert any('own-a' in row and 'own a of' in row for row in rows), rows[:3]
    assert any('own-b' in row and 'own b of' in row for row in rows), rows[:3]
    assert not any('own-a' in row and 'own b of' in row for row in rows), rows[:3]
    page.press(page.one('#unchecked summary'))
    assert 'asks-for-links' in page.one('#unchecked').text
    page.check_console()


def test_names_are_text(driver, folder):
    work = os.path.join(folder, 'hostile')
    shutil.copytree(os.path.join(FABRICS, 'broken-clos'), work)
    os.remove(os.path.join(work, 'topology.yaml'))
    for name in ('leaf3.cfg', 'leaf4.cfg'):
        path = os.path.join(work, name)
        with open(path) as file:
            text = file.read()
        text = re.sub(r'^hostname .*$', lambda _: 'hostname ' + HOSTILE.replace(' ', '/'), text, flags=re.M)
        text = re.sub(r'^( *)description .*$', lambda found: found[1] + 'description </script><script>document.title="x"</script>\u2028&amp;', text, flags=re.M)
        with open(path, 'w') as file:
            file.write(text + '\nno-such-word </script><!-- <script> \u2028 "&lt;\n')
    path = report(work, folder)
    with open(path, encoding='utf-8') as file:
        data = file.read().split('id="data">')[1].split('</script>')[0]
    assert '<' not in data and '\u2028' not in data
    page = Page(driver, path)
    assert driver.title == 'hostile: rocelint report', driver.title
    assert not page.all('#app img') and not page.all('#app script')
    shown = HOSTILE.replace(' ', '/')
    assert any(node.get_attribute('data-name') == shown for node in page.all('.node')), 'the name is not shown as it is'
    assert '</script><!--' in html.unescape(driver.execute_script('return document.getElementById("coverage").textContent;'))
    # The content security policy blocks all scripts but the page's own.
    driver.execute_script('const one = document.createElement("script"); one.textContent = "window.ran = true"; document.body.append(one);')
    assert driver.execute_script('return window.ran === undefined;')
    driver.get_log('browser')


def test_marks_are_shown(driver, folder):
    work = os.path.join(folder, 'marks')
    shutil.copytree(os.path.join(FABRICS, 'broken-clos'), work)
    os.remove(os.path.join(work, 'topology.yaml'))
    path = os.path.join(work, 'leaf3.cfg')
    with open(path) as file:
        text = re.sub(r'^hostname .*$', 'hostname \u202eevil\ufffe', file.read(), flags=re.M)
    with open(path, 'w') as file:
        file.write(text)
    path = report(work, folder)
    with open(path, encoding='utf-8') as file:
        assert not re.search('[\u202e\ufffe]', file.read()), 'a mark that turns text round is on the page'
    page = Page(driver, path)
    page.press(page.node('\\u202eevil\\ufffe'))
    assert '\\u202eevil' in page.one('.panel h3').text
    page.check_console()


def test_baseline(driver, folder):
    work = os.path.join(FABRICS, 'broken-clos')
    baseline = os.path.join(folder, 'baseline.json')
    subprocess.run([rocelint, 'baseline', 'create', work, '--baseline', baseline], check=True, stdout=subprocess.DEVNULL)
    page = Page(driver, report(work, folder, '--baseline', baseline))
    kind, words = verdict(page)
    assert words.startswith('Nothing new found') and re.search(r'\d+ in the baseline', words), (kind, words)
    assert 'No rule found a new fault.' in page.one('#findings').text
    page.check_console()


def test_focus_comes_back(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'broken-clos'), folder))
    focused = lambda: driver.switch_to.active_element
    driver.execute_script('arguments[0].focus();', page.node('spine1'))
    focused().send_keys(Keys.ENTER)
    focused().send_keys(Keys.ESCAPE)
    assert focused().get_attribute('data-name') == 'spine1', focused().tag_name
    # If it was opened from a list, focus returns to the button there.
    button = next(one for one in page.all('#findings .link') if one.text.startswith('leaf1'))
    page.press(button)
    focused().send_keys(Keys.ESCAPE)
    assert focused() == button, focused().tag_name
    page.check_console()


def row_of(page, code):
    return next(row for row in visible_findings(page) if row.find_element(By.TAG_NAME, 'code').text == code)


def test_a_finding_shows_its_line_correction_and_reason(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'broken-clos'), folder))
    row = row_of(page, 'WD004')
    assert row.find_element(By.CSS_SELECTOR, '.code mark').text == '"POLL_INTERVAL": "400"', row.text
    assert row.find_element(By.CSS_SELECTOR, '.code .no').text == '512', row.text
    removed, added = (row.find_element(By.CSS_SELECTOR, '.diff .' + kind).text for kind in ('removed', 'added'))
    assert '"400"' in removed and '"400"' not in added, (removed, added)
    why = row.find_elements(By.CSS_SELECTOR, 'details')[-1]
    assert why.get_attribute('open') is None and 'Source: ' not in row.text
    page.press(why.find_element(By.TAG_NAME, 'summary'))
    assert 'Source: ' in row.text
    # A path breaks after its slashes.
    place = row.find_elements(By.CSS_SELECTOR, '.meta > code')[0]
    assert '/<wbr>' in place.get_attribute('innerHTML'), place.get_attribute('innerHTML')
    page.check_console()


def test_each_finding_has_an_address(driver, folder):
    path = report(os.path.join(FABRICS, 'broken-clos'), folder)
    page = Page(driver, path)
    ids = [row.get_attribute('id') for row in visible_findings(page)]
    assert len(set(ids)) == len(ids) and 'WD004-leaf1-Ethernet0' in ids, ids
    # The address shows its finding when the page is opened with it, and whatever the filters are.
    driver.get('about:blank')
    page = Page(driver, path + '#WD004-leaf1-Ethernet0')
    page.wait(lambda: [row.get_attribute('id') for row in page.all('.finding.named')] == ['WD004-leaf1-Ethernet0'])
    page.wait(lambda: driver.execute_script(
        'const box = document.querySelector(".finding.named").getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight;'), 10)
    page.one('#f-text').send_keys('no such word')
    other = next(one for one in ids if one.startswith('QOS002'))
    driver.execute_script('location.hash = arguments[0];', other)
    page.wait(lambda: [row.get_attribute('id') for row in page.all('.finding.named')] == [other])
    # The panel of a device links to its findings; the same link leads there again.
    page.press(page.node('leaf1'))
    link = next(one for one in page.all('.panel a') if one.text == 'WD004')
    for _ in range(2):
        page.press(link)
        page.wait(lambda: [row.get_attribute('id') for row in page.all('.finding.named')] == ['WD004-leaf1-Ethernet0'])
    page.check_console()


def test_what_was_not_checked_is_folded(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'broken-clos'), folder))
    sections = [one.get_attribute('id') for one in page.all('main > section')]
    assert sections.index('unchecked') == sections.index('paths') + 1, sections
    fold = page.one('#unchecked details')
    assert fold.get_attribute('open') is None
    assert not driver.execute_script('return document.querySelector("#unchecked .finding").checkVisibility();')
    page.press(next(tile for tile in page.all('.tile') if 'checks not made' in tile.text))
    page.wait(lambda: fold.get_attribute('open') is not None)
    # In the panel of a device its ports come before what was not checked.
    page.press(page.node('leaf1'))
    titles = [title.text for title in page.all('.panel h3')]
    assert titles.index('Ports that carry RDMA') < titles.index('Not checked'), titles
    page.check_console()


def git(folder, *words, **environment):
    subprocess.run(['git', '-C', folder, '-c', 'user.name=n', '-c', 'user.email=n@example.net', *words], check=True,
                   stdout=subprocess.DEVNULL, env={**os.environ, 'GIT_CONFIG_GLOBAL': '/dev/null', **environment})


def test_the_header_says_what_the_page_is_about(driver, folder):
    work = os.path.join(folder, 'site')
    shutil.copytree(os.path.join(FABRICS, 'broken-clos'), work)
    page = Page(driver, report(work, folder))
    assert driver.title == 'site: rocelint report', driver.title
    assert page.one('.run code').text.startswith('$ rocelint check ' + work), page.one('.run').text
    git(work, 'init', '-q')
    git(work, 'add', '.')
    git(work, 'commit', '-q', '-m', 'all', GIT_COMMITTER_DATE='2026-03-04T12:00:00Z')
    commit = subprocess.run(['git', '-C', work, 'rev-parse', '--short=12', 'HEAD'], check=True, stdout=subprocess.PIPE, encoding='utf-8').stdout.strip()
    path = report(work, folder)
    with open(path, 'rb') as file:
        first = file.read()
    page = Page(driver, path)
    assert driver.title == f'site · 2026-03-04 · {commit}: rocelint report', driver.title
    assert page.one('.bar .of').text == f'site · 2026-03-04 · commit {commit}', page.one('.bar .of').text
    # The clock has no part in it.
    time.sleep(1.1)
    report(work, folder)
    with open(path, 'rb') as file:
        assert file.read() == first
    os.environ['SOURCE_DATE_EPOCH'] = '1000000000'
    try:
        Page(driver, report(work, folder))
        assert driver.title.startswith('site · 2001-09-09 · '), driver.title
    finally:
        del os.environ['SOURCE_DATE_EPOCH']
    with open(os.path.join(work, 'leaf3.cfg'), 'a', encoding='utf-8') as file:
        file.write('! a comment\n')
    page = Page(driver, report(work, folder))
    assert page.one('.bar .of').text.endswith(' with uncommitted changes'), page.one('.bar .of').text
    page.check_console()


# The least contrast of any text that is shown (WCAG 2.2, 1.4.3), with the text.
CONTRAST = """
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const seen = new Map();
    const parts = (colour) => {
      if (!seen.has(colour)) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        seen.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
      }
      return seen.get(colour);
    };
    const light = ([r, g, b]) => [r, g, b].map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
      .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const box = at.tagName === 'g' && at.classList.contains('node') ? at.querySelector('.box') : null;
        const colour = parts(box ? getComputedStyle(box).fill : getComputedStyle(at).backgroundColor);
        if (colour[3] === 255) return colour;
      }
      return [255, 255, 255];
    };
    let least = [99, ''];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !element.checkVisibility() || !element.getClientRects().length) continue;
      const style = getComputedStyle(element);
      const [a, b] = [light(parts(element.namespaceURI.endsWith('svg') ? style.fill : style.color)), light(behind(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < least[0]) least = [ratio, walker.currentNode.data + ' in ' + element.className];
    }
    return least;"""


def test_text_is_legible(driver, folder):
    for name, fabric in (('broken-clos', 'broken-clos'), ('infiniband', 'hybrid-broken'), ('ring', 'fat-tree-bounce')):
        page = Page(driver, report(os.path.join(FABRICS, fabric), folder))
        page.press(page.all('.node')[0])
        for theme in ('light', 'dark'):
            if page.one('html').get_attribute('data-theme') != theme:
                page.press(page.one('.bar > .button'))
            driver.execute_script('for (const one of document.querySelectorAll("details")) one.open = true;')
            time.sleep(0.2)
            ratio, words = driver.execute_script(CONTRAST)
            assert ratio >= 4.5, (theme, ratio, words)
            page.picture(f'{theme}-{name}', 'summary')
        page.check_console()


def test_the_drawing_uses_its_width(driver, folder):
    for fabric in ('broken-clos', 'ecn-only', 'hybrid'):
        page = Page(driver, report(os.path.join(FABRICS, fabric), folder))
        used = driver.execute_script("""
            const boxes = [...document.querySelectorAll('.node .box')].map((one) => one.getBoundingClientRect());
            const panel = document.querySelector('.canvas').getBoundingClientRect();
            return (Math.max(...boxes.map((one) => one.right)) - Math.min(...boxes.map((one) => one.left))) / panel.width;""")
        assert used > 0.6, (fabric, used)
        page.check_console()


class Forbidding(http.server.SimpleHTTPRequestHandler):
    """Serves with the headers that Jenkins sends by default with build artifacts."""
    def end_headers(self):
        self.send_header('Content-Security-Policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'self';")
        super().end_headers()

    def log_message(self, *_):
        pass


def test_without_scripts(driver, folder):
    path = report(os.path.join(FABRICS, 'broken-clos'), folder)
    handler = lambda *arguments: Forbidding(*arguments, directory=folder)
    with http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        driver.get(f'http://127.0.0.1:{server.server_port}/{os.path.basename(path)}')
        text = driver.find_element(By.TAG_NAME, 'body').text
        server.shutdown()
    assert 'forbids the scripts' in text and 'error[NIC007]: ' in text and '22 errors' in text, text[:300]
    assert not driver.find_elements(By.CSS_SELECTOR, '#app > *')
    driver.get_log('browser')


def test_print_is_whole(driver, folder):
    work = os.path.join(folder, 'print')
    os.mkdir(work)
    page_browser.write_fabric(work, EOS_SWITCH, 40, 8)
    page = Page(driver, report(work, folder))
    total = int(re.match(r'\d+', page.one('#findings [role=status]').text)[0])
    assert len(visible_findings(page)) == 100 < total, total
    driver.execute_cdp_cmd('Page.printToPDF', {})
    assert len(visible_findings(page)) == total
    # The printed page counts what it omits.
    driver.execute_script("""
        const more = document.createElement("div");
        more.className = "more";
        more.append(Object.assign(document.createElement("span"), { textContent: "5000 of 9000" }));
        document.querySelector("#findings .card").append(more);""")
    driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': 'print'})
    shown = [row.text for row in page.all('#findings .more') if row.is_displayed()]
    assert shown == ['5000 of 9000'], shown
    driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': ''})
    page.check_console()


def test_several_fabrics(driver, folder):
    work = os.path.join(folder, 'sites')
    for site in ('a', 'b'):
        shutil.copytree(os.path.join(FABRICS, 'broken-clos'), os.path.join(work, site))
    page = Page(driver, report(work, folder))
    page.picture('several', 'fabric')
    titles = [title.text for title in page.all('.tier.site')]
    assert len(titles) == 2 and titles[0].endswith('/a') and titles[1].endswith('/b'), titles
    # The second fabric is drawn below the first, boxes included.
    second = page.all('.tier.site')[1].location['y']
    leaves = [node.location['y'] for node in page.all('.node') if node.get_attribute('data-name') == 'leaf1']
    assert min(leaves) < second < max(leaves), (leaves, second)
    total = len(visible_findings(page))
    page.one('#f-fabric').find_element(By.CSS_SELECTOR, f'option[value="{titles[1]}"]').click()
    assert 2 * len(visible_findings(page)) == total, total
    assert any(titles[1] + '/leaf1' in row.text for row in visible_findings(page))
    assert not any(titles[0] + '/' in row.text for row in visible_findings(page))
    node = [one for one in page.all('.node') if one.get_attribute('data-name') == 'leaf1'][-1]
    page.press(node)
    assert page.one('.panel h3').text == titles[1] + '/leaf1'
    page.check_console()


def test_two_thousand_devices(driver, folder):
    work = os.path.join(folder, 'large')
    os.mkdir(work)
    page_browser.write_fabric(work, EOS_SWITCH, 1744, 256)
    path = report(work, folder)
    with open(path, encoding='utf-8') as file:
        without_scripts = re.search('<noscript>.*?</noscript>', file.read(), re.S)[0]
    assert re.search(r'\d more findings not shown here', without_scripts) and len(without_scripts) < 400000, len(without_scripts)
    page = Page(driver, path)
    # The number of drawn elements does not grow with the fabric; tests/bench/page_bench.py measures the time.
    drawn = driver.execute_script('return document.querySelectorAll("*").length;')
    print(f'2000 devices: {os.path.getsize(path) / 1e6:.1f} MB, {drawn} elements drawn in {page.seconds:.2f} s')
    assert drawn < 20000, drawn
    page.picture('large', 'summary')
    page.picture('large-fabric', 'fabric')
    boxes = page.all('.node.pod')
    assert 8 < len(boxes) < 120, len(boxes)
    small = driver.execute_script('return Math.min(...[...document.querySelectorAll(".node text")].map((one) => one.getBoundingClientRect().height));')
    assert small >= 8, f'names are {small} pixels high'
    # A finding far down in the list is shown by its address, at its top.
    last = driver.execute_script('return model.findings[model.findings.length - 1].id;')
    driver.execute_script('location.hash = arguments[0];', last)
    page.wait(lambda: [row.get_attribute('id') for row in page.all('.finding.named')] == [last])
    boxes = page.all('.node.pod')
    before = len(page.all('.node'))
    page.press(boxes[-1])
    assert len(page.all('.node')) > before
    page.picture('large-open', 'fabric')
    page.check_console()


def test_costs_are_shown(driver, folder):
    page = Page(driver, report(os.path.join(FABRICS, 'broken-clos'), folder))
    assert not page.all('#cost') and 'Cost' not in page.one('.bar nav').text
    answers = os.path.join(folder, 'answers.yaml')
    with open(answers, 'w', encoding='utf-8') as file:
        file.write('gpus: 1024\nhours: 8760\nutilisation: 0.8\ncommunication: 0.25\nfindings: {QOS002: 0.5}\n')
    page = Page(driver, report(os.path.join(FABRICS, 'broken-clos'), folder, '--answers', answers))
    page.picture('cost', 'cost')
    text = page.one('#cost').text
    # 1 - 1 / (0.75 + 0.25 / 0.5) of 1024 * 8760 * 0.8.
    assert re.search(r'QOS002 0\.500 1\.2500 20\.00 % 1\D?435\D?238 - ', text), text
    assert 'bisection' in text and 'without a stated e' in text
    tags = [row for row in visible_findings(page) if 'costs 20.00 % of the work' in row.text]
    assert tags and all('QOS002' in row.text for row in tags)
    wide = driver.execute_script('return document.documentElement.scrollWidth - document.documentElement.clientWidth;')
    assert wide <= 0, wide
    page.check_console()


def main():
    os.makedirs(pictures, exist_ok=True)
    driver = open_browser()
    try:
        for test in (test_reading, test_ring, test_clean, test_nothing_is_green_that_was_not_checked, test_own_rules, test_names_are_text, test_marks_are_shown,
                     test_baseline, test_focus_comes_back, test_a_finding_shows_its_line_correction_and_reason, test_each_finding_has_an_address,
                     test_what_was_not_checked_is_folded, test_the_header_says_what_the_page_is_about, test_text_is_legible, test_the_drawing_uses_its_width, test_without_scripts, test_print_is_whole, test_several_fabrics, test_costs_are_shown, test_two_thousand_devices):
            with tempfile.TemporaryDirectory() as folder:
                test(driver, folder)
                print(test.__name__, 'passed', flush=True)
    finally:
        driver.quit()


main()
