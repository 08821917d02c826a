#!/usr/bin/env python3
"""header_budget.py ROOT COMPILER INCLUDE...: the most included headers stay within their budget.

The budget of a header is what the preprocessor makes of it, in kilobytes: most of a build's time is spent on parsing that. A
header that grows by an innocent #include costs every file that includes it. Raise a budget only where nothing lighter does.
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FOLDERS = ("analysis", "cli", "design", "drivers", "models", "push", "rules", "workspace")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
LISTED = 10

# Kilobytes of the ten headers that most files include, as preprocessed with Debian 12's libstdc++, fmt and tl-expected.
BUDGET = {
    "rules/rule.h": 2900,
    "models/text/ascii.h": 1150,
    "models/text/sentence.h": 930,
    "drivers/driver.h": 2600,
    "models/fabric/classify.h": 2150,
    "models/text/nearest.h": 550,
    "cli/terminal/visible.h": 760,
    "models/text/redact.h": 938,
    "rules/sm/manager.h": 2900,
    "rules/sm/examples.h": 2900,
    "models/syntax/tree.h": 2250,
    "models/syntax/indent_tree.h": 2400,
    "models/fabric/device.h": 2150,
}


def most_included(root):
    count = collections.Counter()
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            if path.suffix in (".h", ".cpp"):
                count.update(set(INCLUDE.findall(path.read_text(encoding="utf-8"))))
    return [header for header, _ in sorted(count.items(), key=lambda item: (-item[1], item[0]))[:LISTED]]


def kilobytes_of(header, root, compiler, folders):
    command = [compiler, "-E", "-std=c++20", "-x", "c++", f"-I{root}", *(f"-I{folder}" for folder in folders), str(root / header)]
    made = subprocess.run(command, capture_output=True, check=False)
    assert made.returncode == 0, f"{header}: {made.stderr.decode(errors='replace')[:400]}"
    return len(made.stdout) // 1000


def main():
    root, compiler, folders = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    headers = most_included(root)
    unlisted = [header for header in headers if header not in BUDGET]
    assert not unlisted, f"without a budget, but among the {LISTED} headers that most files include: {', '.join(unlisted)}"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sizes = dict(zip(BUDGET, pool.map(lambda header: kilobytes_of(header, root, compiler, folders), BUDGET)))
    for header, size in sizes.items():
        print(f"{size:5} kB of {BUDGET[header]:5}  {header}")
    over = [f"{header}: {size} kB, over its budget of {BUDGET[header]} kB" for header, size in sizes.items() if size > BUDGET[header]]
    assert not over, "\n".join(over)


main()
