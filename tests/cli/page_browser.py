# SPDX-License-Identifier: Apache-2.0
"""An HTML report in headless Chromium. Raises ImportError if Chromium or its driver is missing."""
import os
import re
import shutil
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

if not shutil.which('chromium') or not shutil.which('chromedriver'):
    raise ImportError('chromium-driver is not installed')


class Page:
    def __init__(self, driver, path):
        self.driver = driver
        driver.get_log('browser')
        start = time.monotonic()
        driver.get('file://' + path)
        self.wait(lambda: driver.find_element(By.TAG_NAME, 'html').get_attribute('data-ready') == 'true')
        # After two frames it has been painted.
        driver.execute_async_script('const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done));')
        self.seconds = time.monotonic() - start

    def wait(self, ready, seconds=180):
        end = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < end, 'waited in vain'
            time.sleep(0.05)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def node(self, name):
        return next(node for node in self.all('.node') if node.get_attribute('data-name') == name)

    def press(self, element):
        self.driver.execute_script('arguments[0].scrollIntoView({block: "center", behavior: "instant"});', element)
        element.click()

    def check_console(self):
        said = [row for row in self.driver.get_log('browser') if row['level'] in ('SEVERE', 'WARNING')]
        assert not said, said


def open_browser(dark=False):
    options = Options()
    options.binary_location = shutil.which('chromium')
    for word in ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1440,1000',
                 '--hide-scrollbars', '--force-color-profile=srgb', '--force-prefers-reduced-motion') + (('--force-dark-mode',) if dark else ()):
        options.add_argument(word)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    driver = webdriver.Chrome(service=Service(shutil.which('chromedriver')), options=options)
    driver.set_script_timeout(100)  # two frames may take more than the default half a minute on a busy machine
    return driver


def write_fabric(folder, base, leaves, spines):
    """Writes leaves and spines configured like the EOS switch in the file `base`, each cabled to some of the other tier."""
    with open(base) as file:
        base = file.read()
    devices, links = [], []
    for number in range(leaves):
        devices.append((f'leaf{number + 1}', 'leaf'))
        for up in range(4):
            spine = (number + up * (spines // 4)) % spines
            links.append((f'leaf{number + 1}', f'Ethernet{up + 1}/1', f'spine{spine + 1}', f'Ethernet{number // (spines // 4) + 1}/1'))
    devices += [(f'spine{number + 1}', 'spine') for number in range(spines)]
    for number, (name, _) in enumerate(devices):
        text = re.sub(r'^hostname .*$', 'hostname ' + name, base, flags=re.M)
        with open(os.path.join(folder, name + '.cfg'), 'w') as file:
            file.write(text)
    with open(os.path.join(folder, 'topology.yaml'), 'w') as file:
        file.write('devices:\n' + ''.join(f'  {name}: {{role: {role}, file: {name}.cfg}}\n' for name, role in devices))
        file.write('links:\n' + ''.join(f'  - {{a: "{a}:{ap}", b: "{b}:{bp}"}}\n' for a, ap, b, bp in links))
