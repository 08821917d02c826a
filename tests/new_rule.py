#!/usr/bin/env python3
"""Checks that the table of rules matches the rules' files, and `./dev new-rule` against both.

Usage: new_rule.py ROCELINT ROOT CMAKE
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RULE = re.compile(r"^namespace rocelint::rules::([a-z]+[0-9]+) \{$", re.MULTILINE)


def codes_of_files(root):
    codes = []
    for path in (root / "rules").rglob("*.cpp"):
        text = path.read_text(encoding="utf-8")
        if "\nextern const Rule rule = {" in text:
            codes += RULE.findall(text)
    return sorted(codes)


def codes_of_program(rocelint):
    listed = subprocess.run([rocelint, "rules"], capture_output=True, text=True, check=True).stdout
    return sorted(code.lower() for code in re.findall(r"^([A-Z]+[0-9]{3})\b", listed, re.MULTILINE))


def table_of(root, cmake):
    out = root / "rule_table.inc"
    made = subprocess.run([cmake, f"-DRULES={root / 'rules'}", f"-DOUT={out}", "-P", str(root / "cmake/rule_table.cmake")],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return " ".join(made.stderr.split())  # CMake wraps the message; where depends on the length of the path
    return re.findall(r"^RULE\((\w+)\)$", out.read_text(encoding="utf-8"), re.MULTILINE)


def faults_of_new_rules(root, cmake):
    """Adds a rule before all others, between others, at the end of a known family, and in a new family."""
    faults, before = [], codes_of_files(root)
    families = ("aaa", "pfc", "wd", "zz")
    for family in families:
        made = subprocess.run(["./dev", "new-rule", family, "made-for-a-test"],
                              cwd=root, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            faults.append(f"new-rule {family}: {made.stderr}")
    after = codes_of_files(root)
    if len(after) != len(before) + len(families):
        faults.append(f"new-rule made {len(after) - len(before)} rules of {len(families)}")
    if table_of(root, cmake) != after:
        faults.append("the table does not list the new rules, each once and by code")
    return faults


def faults_of_same_code(root, cmake):
    twin = root / "rules/pfc/made_for_a_test_again.cpp"
    shutil.copy(root / "rules/pfc/made_for_a_test.cpp", twin)
    said = table_of(root, cmake)
    twin.unlink()
    return [] if isinstance(said, str) and "define a rule of the same code" in said else ["two rules of one code make a table"]


def main():
    rocelint, root, cmake = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    faults = []
    if codes_of_program(rocelint) != codes_of_files(root):
        faults.append("the rules that the program lists are not those that have a file")
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("rules", "docs/rules", "cmake"):
            shutil.copytree(root / part, copy / part)
        shutil.copy(root / "dev", copy / "dev")
        faults += faults_of_new_rules(copy, cmake)
        faults += faults_of_same_code(copy, cmake)
    assert not faults, "\n".join(faults)


main()
