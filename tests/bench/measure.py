#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures whole fabrics and writes the tables between the marks of docs/performance.md.

measure.py BUILD FOLDER [--write PAGE] [--instructions] [LEAVES...]

Generates fabrics below FOLDER and keeps them for the next run. Checks each with one thread, and reads the same files with
floor (tests/bench/floor.cpp), rg and jq, in turn, so that conditions are equal. The fastest of three rounds counts, in
seconds of CPU time; the exponent is rocelint's growth from the smallest to the largest fabric of a shape.

If the clock is too noisy, --instructions counts billions of instructions with valgrind instead, once each: fifty times as slow,
and blind to the kernel's work, but reproducible.
"""
import argparse
import math
import os
import re
import resource
import subprocess

ROUNDS = 3

# Growth with the number of leaves.
SHAPES = {
    "every leaf to its own spines": lambda leaves: {"leaves": leaves, "spines": leaves // 2, "hosts": 6 * leaves},
    "parts of 32 leaves": lambda leaves: {"leaves": leaves, "spines": leaves // 2, "hosts": 6 * leaves, "part": 32},
    "EOS, Junos and SONiC in parts, many small files of each host":
        lambda leaves: {"leaves": leaves, "spines": leaves // 2, "hosts": 6 * leaves, "part": 32, "small-files": 1, "junos": 1},
    "EOS, Junos and SONiC in parts, jobs that name no hosts":
        lambda leaves: {"leaves": leaves, "spines": leaves // 2, "hosts": 3 * leaves // 2, "part": 32, "junos": 1,
                        "jobs": 9 * leaves // 4},
    "EOS, Junos and SONiC in parts, a job on each host":
        lambda leaves: {"leaves": leaves, "spines": leaves // 2, "hosts": 6 * leaves, "part": 32, "junos": 1, "host-jobs": 1},
    "parts, 60 faults on each switch":
        lambda leaves: {"leaves": leaves, "spines": leaves // 2, "hosts": 0, "part": 32, "faults": 20},
}

# Unusual fabrics: for each its name and the one to compare it with, if any.
CASES = [
    ("1 000 switches, clean", {"leaves": 667, "spines": 333, "hosts": 0, "part": 32}),
    ("1 000 switches, MTU 1500 on every port", {"leaves": 667, "spines": 333, "hosts": 0, "part": 32, "mtu": 1500}),
    ("1 000 switches, 60 faults on each", {"leaves": 667, "spines": 333, "hosts": 0, "part": 32, "faults": 20}),
    ("1 000 switches, another small MTU on each port: 54 000 findings",
     {"leaves": 667, "spines": 333, "hosts": 0, "part": 32, "mtu": 1400, "mtu-step": 1}),
    ("1 900 switches, another small MTU on each port: 100 000 findings",
     {"leaves": 1267, "spines": 633, "hosts": 0, "part": 32, "mtu": 1400, "mtu-step": 1}),
    ("one switch of 45 000 ports", {"leaves": 1, "spines": 0, "hosts": 0, "ports": 45000}),
    ("400 line cards of 36 ports, EOS, Junos and SONiC", {"leaves": 400, "spines": 0, "hosts": 0, "ports": 36, "junos": 1}),
]


def run(words, files=None):
    """CPU seconds and peak kilobytes of a command; `files` are passed as xargs does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = 0
    for at in range(0, len(files) if files is not None else 1, 1000):
        some = words + (files[at:at + 1000] if files is not None else [])
        child = subprocess.Popen(some, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        peak = max(peak, usage.ru_maxrss)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak


def count_instructions(words, files=None):
    """Billions of instructions of a command, without a peak, which would include valgrind's own memory."""
    count = 0
    for at in range(0, len(files) if files is not None else 1, 1000):
        some = words + (files[at:at + 1000] if files is not None else [])
        valgrind = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + some,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        count += int(re.search(r"Collected : (\d+)", valgrind.stderr).group(1))
    return count / 1e9, 0


def files_below(folder):
    return sorted(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names)


class Bench:
    def __init__(self, build, folder, instructions):
        self.run = count_instructions if instructions else run
        self.rounds = 1 if instructions else ROUNDS
        self.program = os.path.join(build, "bin", "rocelint")
        self.make = os.path.join(build, "bin", "make_fabric")
        self.floor = os.path.join(build, "bin", "floor")
        self.folder = folder

    def measure(self, name, sizes):
        """The measured row of a fabric: its files, size, seconds by program, and peak memory."""
        where = os.path.join(self.folder, re.sub("[^a-z0-9]+", "-", name))
        if not os.path.isdir(where):
            subprocess.run([self.make, where] + [f"{key}={value}" for key, value in sizes.items()], check=True)
        files = files_below(where)
        json = [path for path in files if path.endswith(".json")]
        best, peak = {}, 0
        for _ in range(self.rounds):
            seconds, kilobytes = self.run([self.program, "check", "--jobs", "1", where])
            peak = max(peak, kilobytes)
            for program, time in (("rocelint", seconds), ("floor", self.run([self.floor, where])[0]),
                                  ("rg", self.run(["rg", "-c", "", where])[0]), ("jq", self.run(["jq", "-c", "."], json)[0])):
                best[program] = min(time, best.get(program, time))
        size = sum(os.path.getsize(path) for path in files)
        return f"{len(files)}, {size / 1e6:.0f}", best, f"{peak / 1024:.0f}"


def ratio(best, other):
    return f"{best['rocelint'] / best[other]:.2f}" if best[other] > 0.005 else "–"


def seconds_of(best):
    return " | ".join(f"{best[name]:.2f}" for name in ("rocelint", "floor", "rg", "jq"))


def growth(bench, sizes):
    lines = ["| fabric | switches | files, MB | rocelint | floor | rg | jq | rocelint/floor | rocelint/jq | peak MB | exponent |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    for shape, fabric in SHAPES.items():
        first = None
        for leaves in sizes:
            files, best, peak = bench.measure(f"{shape} {leaves}", fabric(leaves))
            first = first or (leaves, best["rocelint"])
            grown = leaves / first[0]
            exponent = f"{math.log(best['rocelint'] / first[1]) / math.log(grown):.2f}" if grown > 1 else ""
            lines.append(f"| {shape} | {leaves + leaves // 2} | {files} | {seconds_of(best)} | {ratio(best, 'floor')} | "
                         f"{ratio(best, 'jq')} | {peak} | {exponent} |")
            print(lines[-1], flush=True)
    return lines


def cases(bench):
    lines = ["| files | files, MB | rocelint | floor | rg | jq | rocelint/floor | rocelint/jq | peak MB |",
             "|---|---|---|---|---|---|---|---|---|"]
    for name, sizes in CASES:
        files, best, peak = bench.measure(name, sizes)
        lines.append(f"| {name} | {files} | {seconds_of(best)} | {ratio(best, 'floor')} | {ratio(best, 'jq')} | {peak} |")
        print(lines[-1], flush=True)
    return lines


def write_between(page, mark, lines):
    begin, end = f"<!-- measured: {mark} -->", "<!-- end -->"
    with open(page, encoding="utf-8") as file:
        text = file.read()
    at = text.index(begin) + len(begin)
    with open(page, "w", encoding="utf-8") as file:
        file.write(text[:at] + "\n" + "\n".join(lines) + "\n" + text[text.index(end, at):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("leaves", nargs="*", type=int)
    given = parser.parse_intermixed_args()
    bench = Bench(given.build, given.folder, given.instructions)
    grown = growth(bench, given.leaves or [64, 256, 1024])
    unlike = cases(bench)
    if given.write:
        write_between(given.write, "growth", grown)
        write_between(given.write, "unlike the usual", unlike)


main()
