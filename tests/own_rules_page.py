# SPDX-License-Identifier: Apache-2.0
"""The policy in docs/howto/own-rules.md does what the page says.  own_rules_page.py ROCELINT SOURCE"""
import os
import re
import subprocess
import sys
import tempfile

rocelint, source = map(os.path.abspath, sys.argv[1:])
with open(os.path.join(source, 'docs/howto/own-rules.md'), encoding='utf-8') as page:
    policy = re.search(r'```yaml\n(.*?)```', page.read(), re.S).group(1)


def run(text):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'rocelint.yaml'), 'w', encoding='utf-8') as file:
            file.write(text)
        ended = subprocess.run([rocelint, 'rules', 'test'], cwd=folder, capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout + ended.stderr


code, out = run(policy)
assert code == 0 and out == '10 examples, 0 failed\n', out
assert len(set(re.findall(r'code: (SITE\d+)', policy))) == 5
# Check that each example can fail by swapping the expectations: expect a clean one to be flagged, and so on.
swapped = re.sub(r'expect: (\S+)', lambda found: 'expect: ' + ('flagged' if found[1] != 'flagged' else 'clean'), policy)
code, out = run(swapped)
assert code == 1 and out.endswith('10 examples, 10 failed\n'), out
