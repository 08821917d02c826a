#!/usr/bin/env python3
"""formatted.py ROOT: every C++ file is laid out as clang-format lays it out by .clang-format; `./dev format` does it."""
import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = ("analysis", "cli", "cmake", "design", "drivers", "models", "push", "rules", "tests", "workspace")
# Other versions break lines elsewhere. This is the one of Debian 12.
VERSION = 14


def main():
    root = pathlib.Path(sys.argv[1])
    program = shutil.which("clang-format-14") or shutil.which("clang-format")
    assert program, "clang-format is not installed; `./dev test` installs it"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(re.search(r"version (\d+)", version).group(1)) == VERSION, f"{version.strip()}: not version {VERSION}"
    files = sorted(str(path) for folder in FOLDERS for suffix in ("*.h", "*.cpp") for path in (root / folder).rglob(suffix))
    assert len(files) > 1000, f"only {len(files)} files found below {root}"
    checked = subprocess.run([program, "--dry-run", "-Werror", *files], capture_output=True, text=True, check=False)
    wrong = sorted({line.split(":")[0] for line in checked.stderr.splitlines() if ": error: " in line})
    assert checked.returncode == 0, "\n".join(["not formatted; run `./dev format`:", *wrong])


main()
