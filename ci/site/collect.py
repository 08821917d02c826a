#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Collects the pages of the site.  collect.py SOURCE PAGES FILES

README.md, docs and the README of each driver are copied to the folder PAGES under the addresses that they have on the
site: docs/rules/PFC004.md becomes rules/PFC004, and the README of a folder its index. Links are rewritten accordingly. A
file that a page links to and that is no page is copied too, so the site refers to nothing outside itself. FILES becomes
a folder of what the site serves as it is: the JSON schemas, under addresses that editors can be given.
"""
import os
import pathlib
import re
import shutil
import sys

ROOT_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
# The order of the navigation: a caption, then pages or patterns of pages.
NAVIGATION = (
    ("", ("index",)),
    ("How to", ("howto/tutorial", "howto/install", "howto/fix-a-fabric", "howto/review-a-change", "howto/ci", "howto/editor", "howto/*")),
    ("Rules", ("rules/index", "rules/not-implemented")),
    ("Reference", ("reference/*", "model", "opensm", "schema/index", "glossary")),
    ("Platforms", ("drivers/*/index",)),
    ("How it works", ("architecture", "physics", "push-safety", "security", "coverage", "faults", "mutation", "performance", "scale", "adr/index")),
    ("Project", ("CHANGELOG", "CONTRIBUTING", "SECURITY")),
)
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
CODE = re.compile(r"(`[^`\n]+`)")
FENCE = re.compile(r"^(```.*?^```[^\n]*\n|~~~.*?^~~~[^\n]*\n)", re.MULTILINE | re.DOTALL)


def site_path(path):
    """Where a file of the repository is found on the site."""
    if path.startswith("docs/"):
        path = path[len("docs/"):]
    return re.sub(r"(^|/)README\.md$", r"\1index.md", path)


def title_of(text, path):
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found.group(1) if found else os.path.basename(path)


class Collector:
    def __init__(self, source, pages):
        self.source, self.pages = source, pages
        found = [source / name for name in ROOT_PAGES] + sorted((source / "docs").rglob("*.md"))
        found += sorted((source / "drivers").glob("*/README.md"))
        self.texts, self.unwritten, self.folders, self.dead = {}, [], set(), []
        for path in found:
            self.add_page(path.relative_to(source).as_posix())

    def add_page(self, page):
        self.texts[page] = (self.source / page).read_text(encoding="utf-8")
        self.unwritten.append(page)

    def relinked(self, page, url):
        """A link of a page, as the page's copy has to write it."""
        if re.match(r"[a-z][a-z+.-]*:", url) or url.startswith("#"):
            return url
        name, sign, anchor = url.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), name))
        here = os.path.dirname(site_path(page))
        file = self.source / target
        if file.is_dir():
            if f"{target}/README.md" in self.texts:
                target += "/README.md"
            else:
                self.folders.add(target)
                target += "/index.md"
        elif target not in self.texts:
            if target.startswith("..") or not file.is_file():
                self.dead.append(f"{page}: {url}")
                return url
            if target.endswith(".md"):
                self.add_page(target)
            else:
                self.copy(target)
        return os.path.relpath(site_path(target), here or ".") + sign + anchor

    def copy(self, file):
        copied = self.pages / site_path(file)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.source / file, copied)

    def write(self, name, text):
        path = self.pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write_page(self, page, text):
        parts = FENCE.split(text)
        for index in range(0, len(parts), 2):  # those between are code
            spans = CODE.split(parts[index])
            spans[::2] = [LINK.sub(lambda link: link[1] + self.relinked(page, link[2]) + link[3], span) for span in spans[::2]]
            parts[index] = "".join(spans)
        self.write(site_path(page), "".join(parts))

    def write_folder(self, folder):
        """A list of the files of a folder that has no README."""
        rows = []
        for file in sorted((self.source / folder).iterdir()):
            name = file.relative_to(self.source).as_posix()
            if name in self.texts:
                rows.append(f"* [{title_of(self.texts[name], name)}]({file.name})\n")
            else:
                self.copy(name)
                rows.append(f"* [{file.name}]({file.name})\n")
        self.write(site_path(f"{folder}/README.md"), f"# {os.path.basename(folder).capitalize()}\n\n{''.join(rows)}")

    def write_navigation(self):
        out = "All pages\n=========\n"
        listed = set()
        for caption, patterns in NAVIGATION:
            out += "\n.. toctree::\n   :maxdepth: 1\n" + (f"   :caption: {caption}\n" if caption else "") + "\n"
            for pattern in patterns:
                for path in sorted(self.pages.glob(pattern + ".md")):
                    name = path.relative_to(self.pages).with_suffix("").as_posix()
                    if name not in listed and name != "reference/index":
                        listed.add(name)
                        out += f"   {name}\n"
        self.write("contents.rst", out)
        # What the navigation does not list is reached by links and by the search, and needs no warning.
        for path in self.pages.rglob("*.md"):
            if path.relative_to(self.pages).with_suffix("").as_posix() not in listed:
                path.write_text("---\norphan: true\n---\n" + path.read_text(encoding="utf-8"), encoding="utf-8")

    def collect(self):
        while self.unwritten:
            page = self.unwritten.pop()
            self.write_page(page, self.texts[page])
        self.folders.add("docs/schema")
        for folder in sorted(self.folders):
            self.write_folder(folder)
        self.write_navigation()
        return self.dead


def main():
    source, pages, files = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    for folder in (pages, files):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source / "docs/schema", files / "schema")
    dead = Collector(source, pages).collect()
    if dead:
        sys.exit("\n".join(["These links lead to no file:", *dead]))


main()
