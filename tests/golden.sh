#!/usr/bin/env bash
# Every folder of fixtures/fabrics is checked, and the report compared with <folder>.expected.json.
# ROCELINT_UPDATE_GOLDEN=1 writes the reports instead; look at the difference before you commit it.
set -u
rocelint=$1
fabrics=$2
passed=0
failed=0
for folder in "$fabrics"/*/; do
  name=$(basename "$folder")
  # Run inside the folder, so that the report's paths are those of the fixture.
  report=$(cd "$folder" && "$rocelint" check --format json . ; echo "exit $?")
  if [ "${ROCELINT_UPDATE_GOLDEN:-}" = 1 ]; then
    printf '%s\n' "$report" > "${folder%/}.expected.json"
  elif ! diff -u "${folder%/}.expected.json" <(printf '%s\n' "$report") > "/tmp/rocelint-golden.$$" ; then
    echo "$name: the report differs from the expected one:"
    head -60 "/tmp/rocelint-golden.$$"
    failed=$((failed + 1))
    continue
  fi
  passed=$((passed + 1))
done
rm -f "/tmp/rocelint-golden.$$"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
