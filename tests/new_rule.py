#!/usr/bin/env python3
"""Holds the table of rules against the files of the rules, and `./dev new-rule` against both.

Usage: new_rule.py ROOT

A rule that has a file and no row compiles, links and never runs.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RULE = re.compile(r"^namespace rocelint::rules::([a-z]+[0-9]+) \{$", re.MULTILINE)
DECLARED = re.compile(r"^namespace ([a-z]+[0-9]+) \{ extern const Rule rule; \}$", re.MULTILINE)
ROW = re.compile(r"^    &rules::([a-z]+[0-9]+)::rule,$", re.MULTILINE)


def faults_of(root):
    """What does not agree in a tree: sentences."""
    files = {}
    for path in sorted((root / "rules").glob("*/*.cpp")):
        text = path.read_text(encoding="utf-8")
        if "\nextern const Rule rule = {" in text:
            for code in RULE.findall(text):
                files[code] = path
    table = (root / "rules/rule_table.cpp").read_text(encoding="utf-8")
    lists = (root / "rules/CMakeLists.txt").read_text(encoding="utf-8").split()
    declared, rows = DECLARED.findall(table), ROW.findall(table)
    faults = []
    for name, codes in (("declarations", declared), ("rows", rows)):
        faults += [f"{path} has no place among the {name} of the table" for code, path in files.items() if code not in codes]
        faults += [f"{code} of the {name} has no file" for code in codes if code not in files]
        if codes != sorted(set(codes)):
            faults.append(f"the {name} of the table are not sorted by code, each once")
    faults += [f"{path} is not in rules/CMakeLists.txt" for path in files.values()
               if str(path.relative_to(root / "rules")) not in lists]
    return faults, len(files)


def add_rule(root, family):
    made = subprocess.run(["./dev", "new-rule", family, "made-for-a-test"], cwd=root, capture_output=True, text=True, check=False)
    return [] if made.returncode == 0 else [f"new-rule {family}: {made.stderr}"]


def main():
    root = pathlib.Path(sys.argv[1])
    faults, before = faults_of(root)
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        shutil.copytree(root / "rules", copy / "rules")
        shutil.copytree(root / "docs/rules", copy / "docs/rules")
        shutil.copy(root / "dev", copy / "dev")
        # In front of all others, in the middle, behind all others of a known family and of a new one.
        families = ("aaa", "pfc", "wd", "zz")
        for family in families:
            faults += add_rule(copy, family)
        of_copy, after = faults_of(copy)
        faults += [f"after new-rule: {fault}" for fault in of_copy]
        if after != before + len(families):
            faults.append(f"new-rule made {after - before} rules of {len(families)}")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
