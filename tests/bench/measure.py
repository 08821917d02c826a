#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what docs/performance.md shows of whole fabrics.

measure.py BUILD FOLDER [LEAVES...]   generates fabrics below FOLDER (kept for the next time), checks each with one thread, and
counts and reads the same files with rg and jq, in turn, so that all meet the same machine. The fastest of three rounds counts,
in seconds of processor time; the exponent is that of rocelint from the smallest to the largest fabric of a shape.
"""
import math
import os
import resource
import subprocess
import sys

ROUNDS = 3


def run(words, files=None):
    """Processor seconds and peak kilobytes of a command; `files` are handed over as xargs does."""
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


def files_below(folder):
    return sorted(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names)


def measure(program, folder):
    files = files_below(folder)
    json = [path for path in files if path.endswith(".json")]
    best = {}
    peak = 0
    for _ in range(ROUNDS):
        seconds, kilobytes = run([program, "check", "--jobs", "1", folder])
        peak = max(peak, kilobytes)
        for name, time in (("rocelint", seconds), ("rg", run(["rg", "-c", "", folder])[0]),
                           ("jq", run(["jq", "-c", "."], json)[0])):
            best[name] = min(time, best.get(name, time))
    size = sum(os.path.getsize(path) for path in files)
    return len(files), size, best, peak


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, folder = sys.argv[1:3]
    sizes = [int(word) for word in sys.argv[3:]] or [64, 256, 1024]
    make = os.path.join(build, "bin", "make_fabric")
    program = os.path.join(build, "bin", "rocelint")
    shapes = {
        # Leaves, spines and hosts by number of leaves; then NICs, faults, ports, and the shape of a host's files.
        "every leaf to its own spines": lambda leaves: [leaves, leaves // 2, 6 * leaves, 2, 0, 64, 0, 0],
        "parts of 32 leaves": lambda leaves: [leaves, leaves // 2, 6 * leaves, 2, 0, 64, 32, 0],
        "parts, many small files of each host": lambda leaves: [leaves, leaves // 2, 6 * leaves, 2, 0, 64, 32, 1],
        "parts, 60 faults on each switch": lambda leaves: [leaves, leaves // 2, 0, 2, 20, 64, 32, 0],
    }
    print("| fabric | switches | files, MB | rocelint | rg | jq | rocelint/jq | peak MB | exponent |")
    print("|---|---|---|---|---|---|---|---|---|")
    for shape, words in shapes.items():
        first = None
        for leaves in sizes:
            where = os.path.join(folder, f"{shape.replace(' ', '-').replace(',', '')}-{leaves}")
            if not os.path.isdir(where):
                subprocess.run([make, where] + [str(word) for word in words(leaves)], check=True)
            count, size, best, peak = measure(program, where)
            first = first or (leaves, best["rocelint"])
            grown = leaves / first[0]
            exponent = f"{math.log(best['rocelint'] / first[1]) / math.log(grown):.2f}" if grown > 1 else ""
            ratio = f"{best['rocelint'] / best['jq']:.2f}" if best["jq"] > 0 else ""
            print(f"| {shape} | {leaves + leaves // 2} | {count}, {size / 1e6:.0f} | {best['rocelint']:.2f} | "
                  f"{best['rg']:.2f} | {best['jq']:.2f} | {ratio} | {peak / 1024:.0f} | {exponent} |", flush=True)


main()
