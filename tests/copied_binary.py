#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/howto/install.md names the shared libraries that the program needs at startup.  copied_binary.py ROCELINT SOURCE"""
import os
import re
import subprocess
import sys

rocelint, source = sys.argv[1:]


def main():
    with open(os.path.join(source, 'docs/howto/install.md')) as file:
        page = file.read()
    named = set(re.search(r'## A copied binary.*?```text\n(.*?)```', page, re.S).group(1).split())
    objdump = next(name for name in ('/usr/bin/objdump', '/usr/bin/llvm-objdump-16', '/usr/bin/llvm-objdump') if os.path.exists(name))
    headers = subprocess.run([objdump, '-p', rocelint], check=True, stdout=subprocess.PIPE, text=True).stdout
    needed = set(re.findall(r'NEEDED +(\S+)', headers))
    # Sanitizer libraries are linked only in test builds, and mimalloc, which they replace, only in release builds.
    assert needed - {'libresolv.so.2', 'libmimalloc.so.2'} == named - {'libmimalloc.so.2'}, needed ^ named
    found = subprocess.run(['ldd', rocelint], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert 'not found' not in found, found
    late = set(re.findall(r'^\| (lib(?!rary)\w+) \|', page, re.M))
    told = set(re.findall(r'^(lib\w+) ', subprocess.run([rocelint, 'version'], check=True, stdout=subprocess.PIPE, text=True).stdout, re.M))
    assert late == told, late ^ told


main()
