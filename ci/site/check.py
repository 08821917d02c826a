#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the site.  check.py SITE [PICTURES]

No link is dead, no page loads anything from another host, and in Chromium, in light and dark, no text has too little
contrast (WCAG 2.1, level AA), no page is wider than the window, and the search finds a rule by its code. Pictures of these pages are
written to the folder PICTURES.
"""
import functools
import html.parser
import http.server
import os
import pathlib
import re
import shutil
import sys
import threading
import urllib.parse

# One page of each kind, and those with wide tables and long blocks of code.
LOOKED_AT = ("", "rules/", "rules/PFC004/", "rules/IB010/", "howto/ci/", "howto/own-rules/", "reference/policy/", "coverage/", "drivers/sonic/", "search/?q=PFC004")
LOADING = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src"}
# Returns what each text of the page has too little contrast with, as "ratio, colours: text".
CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const parse = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
};
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const background = element => {
    const layers = [];
    for (; element; element = element.parentElement) {
        const colour = parse(getComputedStyle(element).backgroundColor);
        layers.push(colour);
        if (colour[3] === 1)
            break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
};
const luminance = colour => {
    const [r, g, b] = colour.slice(0, 3).map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const wrong = new Map();
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({opacityProperty: true, visibilityProperty: true}))
        continue;
    const style = getComputedStyle(element);
    const below = background(element);
    const pair = [over(parse(style.color), below), below].map(luminance).sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5))
        wrong.set(style.color + below, `${ratio.toFixed(2)} ${style.color} on ${below.slice(0, 3).map(Math.round)}: ${node.data.trim().slice(0, 40)} (${element.tagName}.${element.className})`);
}
return [...wrong.values()];
"""


class Links(html.parser.HTMLParser):
    """The links of a page, the files that it loads, and its anchors."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors.update(attributes[key] for key in ("id", "name") if attributes.get(key))
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        is_address_of_page = tag == "link" and attributes.get("rel") == "canonical"
        if attributes.get(LOADING.get(tag)) and not is_address_of_page:
            self.loads.append(attributes[LOADING[tag]])


def dead_links(site):
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    assert len(pages) > 300, f"{site} has only {len(pages)} pages"
    wrong = []
    for path, page in pages.items():
        name = path.relative_to(site)
        for link in page.links + page.loads:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                if link in page.loads and address.scheme != "data":
                    wrong.append(f"{name} loads {link}")
                continue
            target = path
            if address.path:
                target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(address.path)))
                target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                wrong.append(f"{name}: {link} leads nowhere")
            elif address.fragment and target in pages and urllib.parse.unquote(address.fragment) not in pages[target].anchors:
                wrong.append(f"{name}: {link} names no place of that page")
    for sheet in sorted(site.rglob("*.css")):
        for url in re.findall(r"url\(\s*[\"']?([^\"')]+)", sheet.read_text(encoding="utf-8")):
            if not url.startswith("data:") and (url.startswith("/") or not (sheet.parent / urllib.parse.urlsplit(url).path).is_file()):
                wrong.append(f"{sheet.relative_to(site)} loads {url}")
    return wrong


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def faults_in_browser(site):
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.wait import WebDriverWait
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = Options()
    options.binary_location = shutil.which("chromium")
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(word)
    browser = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    wrong = []
    try:
        for theme in ("light", "dark"):
            for page in LOOKED_AT:
                browser.get(f"http://127.0.0.1:{server.server_port}/{page}")
                browser.execute_script("document.body.dataset.theme = arguments[0]", theme)
                if "?q=" in page:
                    WebDriverWait(browser, 60).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "#search-results li a"))
                    found = [link.get_attribute("href") for link in browser.find_elements(By.CSS_SELECTOR, "#search-results li a")]
                    if not any(f"/rules/{page.partition('=')[2]}/" in link for link in found):
                        wrong.append(f"{page}: the search does not find that rule")
                wrong += [f"{page or 'start page'}, {theme}: contrast {row}" for row in browser.execute_script(CONTRAST)]
                if browser.execute_script("return document.documentElement.scrollWidth > window.innerWidth"):
                    wrong.append(f"{page or 'start page'} is wider than the window")
                if len(sys.argv) > 2:
                    browser.save_screenshot(f"{sys.argv[2]}/{theme}-{re.sub('[^A-Za-z0-9]+', '-', page) or 'index'}.png")
    finally:
        browser.quit()
        server.shutdown()
    return sorted(set(wrong))


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    wrong = dead_links(site) + faults_in_browser(site)
    if wrong:
        sys.exit("\n".join(wrong))


main()
