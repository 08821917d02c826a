#!/usr/bin/env python3
"""Enforces the table of folders in docs/architecture.md, which this test reads.

Usage: layering.py ROOT

A folder includes only itself and what its row lists; neither folders nor files include each other in a circle.
The rules below on libraries, output and the environment are not in the table.
"""

import collections
import fnmatch
import os
import re
import sys

# Headers that take seconds to parse: exactly one .cpp includes each of them, and no header does.
HEAVY = ("nlohmann/", "simdjson", "yaml.h", "yaml-cpp/parser.h", "yaml-cpp/emitter.h", "tbb/", "CLI/", "doctest/", "pugixml", "libyang/", "nc_client")
# Two users of libyang: models/yang reads schemas and data, the transport reads what devices answer. The stubs of a
# library that is loaded lazily are declared by the library's own header.
OTHER_USERS = {
    "libyang/": ("drivers/transport/netconf/netconf_answer.cpp", "models/late/libyang.cpp"),
    "nc_client": ("models/late/libnetconf2.cpp",),
}
# A command is a CLI11 class, so that its help, completion and manual page can be generated from it.
BUILT_ON = {"CLI/": "cli/command_line/"}
ONLY_IN = {
    "CLI/": ("cli/command_line/",),
    "yaml": ("models/syntax/yaml/",),
    "libyang/": ("models/yang/", "drivers/transport/", "models/late/libyang.cpp"),
    "libssh/": ("drivers/transport/", "models/late/libssh.cpp"),
    "libnetconf2/": ("drivers/transport/",),
    "nc_": ("drivers/transport/", "models/late/libnetconf2.cpp"),
}
# Only cli may print or read the environment.
PRINTING = re.compile(r'(?<![a-zA-Z0-9_"])(getenv|std::cout|std::cerr|printf|fmt::print|std::puts|isatty) *[(<]')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def read_table(path):
    """The rows of the table: folder -> list of folders that it may include."""
    rows = {}
    inside = False
    for line in open(path, encoding="utf-8"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells == ["folder", "holds", "may include"]:
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and line.startswith("| `"):
            for folder in re.findall(r"`([^`]+)`", cells[0]):
                rows[folder] = re.findall(r"`([^`]+)`", cells[2])
    return rows


def row_of(folder, rows):
    """The row of a folder: its own, or a placeholder's such as rules/<family>."""
    if folder in rows:
        return folder
    for row in rows:
        if "<" in row and words_of(folder, row) is not None:
            return row
    return None


def words_of(folder, row):
    """What the placeholders of a row stand for in the name of a folder, or None if it is not a folder of the row."""
    found = re.fullmatch(re.sub(r"<([a-z]+)>", r"(?P<\1>[a-z0-9_]+)", row), folder)
    return found and found.groupdict()


def may_include(folder, other, rows):
    """A placeholder of the folder's own row stands for the same word in what it may include; any other, for any word."""
    row = row_of(folder, rows)
    allowed = rows[row]
    for placeholder, word in words_of(folder, row).items():
        allowed = [name.replace(f"<{placeholder}>", word) for name in allowed]
    return other == folder or any(row_of(other, rows) == name or fnmatch.fnmatch(other, name) for name in allowed)


def circle(graph):
    """A cycle as a list of nodes, or nothing."""
    state = {}
    for start in sorted(graph):
        if start in state:
            continue
        path = [start]
        state[start] = "open"
        turns = [iter(sorted(graph[start]))]
        while turns:
            following = next(turns[-1], None)
            if following is None:
                state[path.pop()] = "done"
                turns.pop()
            elif state.get(following) == "open":
                return path[path.index(following):] + [following]
            elif following not in state:
                state[following] = "open"
                path.append(following)
                turns.append(iter(sorted(graph.get(following, ()))))
    return None


class Layering:
    def __init__(self, root):
        self.root = root
        self.broken = []
        self.rows = read_table(os.path.join(root, "docs/architecture.md"))
        self.of_files = collections.defaultdict(set)
        self.of_folders = collections.defaultdict(dict)  # folder -> other folder -> an example of an #include
        self.users = collections.defaultdict(set)

    def complain(self, who, sentence):
        self.broken.append(f"{who}: {sentence}")

    def files(self):
        for top in sorted({row.split("/")[0] for row in self.rows}):
            for folder, _, names in os.walk(os.path.join(self.root, top)):
                for name in sorted(names):
                    if name.endswith((".h", ".cpp")):
                        yield os.path.relpath(os.path.join(folder, name), self.root)

    def check_file(self, file):
        with open(os.path.join(self.root, file), encoding="utf-8") as stream:
            text = stream.read()
        folder = os.path.dirname(file)
        for ours, theirs in INCLUDE.findall(text):
            if ours:
                self.check_ours(file, folder, ours)
            else:
                self.check_library(file, theirs)
        if not file.startswith("cli/"):
            for word in sorted(set(PRINTING.findall(re.sub(r"//[^\n]*", "", text)))):
                self.complain(file, f"only cli prints or reads the environment ({word})")

    def check_ours(self, file, folder, header):
        other = os.path.dirname(header)
        self.of_files[file].add(header)
        if other != folder:
            self.of_folders[folder].setdefault(other, f"{file} includes {header}")
        if row_of(folder, self.rows) and not may_include(folder, other, self.rows):
            self.complain(file, f"{folder} must not include {header}")

    def check_library(self, file, header):
        for library in HEAVY:
            if not header.startswith(library) or file.startswith(BUILT_ON.get(library, "/")):
                continue
            if file not in OTHER_USERS.get(library, ()):
                self.users[library].add(file)
            if file.endswith(".h"):
                self.complain(file, f"a header must not include <{header}>")
        for library, places in ONLY_IN.items():
            if header.startswith(library) and not file.startswith(places):
                self.complain(file, f"only {' and '.join(places)} may include <{header}>")
        if header in ("regex", "iostream"):
            self.complain(file, f"<{header}> is not used here")

    def run(self):
        files = list(self.files())
        folders = {os.path.dirname(file) for file in files}
        for folder in sorted(folders):
            if not row_of(folder, self.rows):
                self.complain(folder, "docs/architecture.md has no row for this folder")
        for row in self.rows:
            if not any(row_of(folder, self.rows) == row for folder in folders) and not os.path.isdir(
                    os.path.join(self.root, row)):
                self.complain("docs/architecture.md", f"there is no folder {row}")
        for file in files:
            self.check_file(file)
        for library, users in self.users.items():
            if len(users) > 1:
                self.complain(", ".join(sorted(users)), f"<{library}> must be included by exactly one .cpp")
        found = circle(self.of_files)
        if found:
            self.complain("circle of files", " -> ".join(found))
        found = circle(self.of_folders)
        if found:
            self.complain("circle of folders", " -> ".join(found))
            for one, other in zip(found, found[1:]):
                self.broken.append(f"  {self.of_folders[one][other]}")
        if len(files) < 50 or len(self.rows) < 10:
            self.complain("layering", f"only {len(files)} files and {len(self.rows)} rows were found below {self.root}")
        return len(files), len(folders)


def main():
    layering = Layering(sys.argv[1])
    files, folders = layering.run()
    assert not layering.broken, "layering:\n  " + "\n  ".join(layering.broken)
    print(f"layering: {files} files in {folders} folders keep the rules of docs/architecture.md")


main()
