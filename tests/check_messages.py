#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_messages.py ROOT: no message of CHECK_MESSAGE or REQUIRE_MESSAGE reads the error of what the check says has a value. doctest writes
the message after a check that passed too (`-s`); testing::reason() is for that."""
import pathlib
import re
import sys

BEGINNING = re.compile(r"(?:CHECK|REQUIRE)_MESSAGE\(")


def arguments(text, at):
    """The text up to the parenthesis that closes the one before `at`."""
    depth, end = 1, at
    while depth:
        if text[end] == '"':
            end = re.compile(r'"(?:\\.|[^"\\])*"').match(text, end).end()
            continue
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return " ".join(text[at:end - 1].split())


def is_wrong(words):
    checked = re.match(r"([\w.>-]+?)\.has_value\(\),", words) or re.match(r"(\w+),", words)
    return bool(checked) and f"{checked.group(1)}.error()" in words


def main():
    root = pathlib.Path(sys.argv[1])
    assert is_wrong("read.has_value(), read.error().message") and is_wrong("read, read.error().message")
    assert not is_wrong("read.has_value(), testing::reason(read)") and not is_wrong("lost.error().kind == kind, lost.error().message")
    checks, wrong = 0, []
    for path in sorted(root.joinpath("tests").rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        text = path.read_text(encoding="utf-8")
        for found in BEGINNING.finditer(text):
            checks += 1
            if is_wrong(arguments(text, found.end())):
                wrong.append(f"{path.relative_to(root)}:{text.count(chr(10), 0, found.start()) + 1}")
    assert checks > 200, f"only {checks} checks found below {root}"
    assert not wrong, "\n".join(["use testing::reason() of tests/support/reason.h:", *wrong])


main()
