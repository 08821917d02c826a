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
    assert not visible_findings(page) and 'No finding fits' in page.one('#findings').text
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
    assert driver.title == 'rocelint report', driver.title
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
    assert 'which do not run here' in text and 'error[NIC007]: ' in text and '22 errors' in text, text[:300]
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
    before = len(page.all('.node'))
    page.press(boxes[-1])
    assert len(page.all('.node')) > before
    page.picture('large-open', 'fabric')
    page.check_console()


def main():
    os.makedirs(pictures, exist_ok=True)
    driver = open_browser()
    try:
        for test in (test_reading, test_ring, test_clean, test_nothing_is_green_that_was_not_checked, test_own_rules, test_names_are_text, test_marks_are_shown,
                     test_baseline, test_focus_comes_back, test_without_scripts, test_print_is_whole, test_several_fabrics, test_two_thousand_devices):
            with tempfile.TemporaryDirectory() as folder:
                test(driver, folder)
                print(test.__name__, 'passed', flush=True)
    finally:
        driver.quit()


main()
