# SPDX-License-Identifier: Apache-2.0
"""The jq line in docs/scale.md joins reports into one of the same format.  scale_join.py ROCELINT SOURCE"""
import json
import os
import re
import subprocess
import sys
import tempfile

import jsonschema

rocelint, source = sys.argv[1:]
FABRICS = ['broken-clos', 'ecn-only', 'leaf-spine-128']


def main():
    with open(os.path.join(source, 'docs/scale.md')) as page:
        line = re.search(r'<!-- The test scale_join.*?```sh\n(.*?)```', page.read(), re.S).group(1)
    with open(os.path.join(source, 'docs/schema/report.schema.json')) as file:
        schema = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, 'reports'))
        single = []
        for number, fabric in enumerate(FABRICS):
            path = os.path.join(folder, 'reports', f'{number}.json')
            code = subprocess.run([rocelint, 'check', os.path.join('fixtures/fabrics', fabric), '--format', 'json', '-o', path],
                                  cwd=source).returncode
            assert code in (0, 1), code
            with open(path) as file:
                single.append(json.load(file))
        subprocess.run(['sh', '-c', line], cwd=folder, check=True)
        with open(os.path.join(folder, 'estate.json')) as file:
            joined = json.load(file)
        jsonschema.validate(joined, schema)
        assert joined['summary']['error'] > 0
        for name in joined['summary']:
            assert joined['summary'][name] == sum(one['summary'][name] for one in single), name
        for name in ('findings', 'devices', 'links', 'not_checked'):
            assert joined[name] == [row for one in single for row in one[name]], name
        # A report with another schema version is not joined.
        single[1]['schema_version'] += 1
        with open(os.path.join(folder, 'reports', '1.json'), 'w') as file:
            json.dump(single[1], file)
        failed = subprocess.run(['sh', '-c', line], cwd=folder, stderr=subprocess.PIPE, text=True)
        assert failed.returncode != 0 and 'different forms' in failed.stderr, failed.stderr


main()
