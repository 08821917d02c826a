#!/usr/bin/env bash
# golden.sh ROCELINT FABRICS: checks every folder of fixtures/fabrics and compares the report with <folder>.expected.json.
# ROCELINT_UPDATE_GOLDEN=1 writes the reports instead; review the difference before you commit it.
set -u
rocelint=$(realpath "$1") || exit 1
fabrics=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
for folder in "$fabrics"/*/; do
  name=$(basename "$folder")
  # For an intent, check the rendered configurations.
  if [ -f "$folder/fabric.yaml" ]; then
    "$rocelint" render "$folder/fabric.yaml" -o "$scratch/$name" > "$scratch/rendered" 2>&1 || cat "$scratch/rendered"
    folder_to_check=$scratch/$name
  else
    folder_to_check=$folder
  fi
  # Run inside the folder, so that the report's paths are those of the fixture.
  (cd "$folder_to_check" && "$rocelint" check --format json .) > "$scratch/report"
  code=$?
  errors=$(grep -m 1 -c '"severity": "error"' "$scratch/report")
  # A run that judged nothing exits with 3, whatever it found.
  if [ "$code" -eq 3 ] && grep -q '"judged_ports": 0' "$scratch/report"; then code=$errors; fi
  if [ "$code" -ne "$errors" ]; then
    echo "$name: exit code $code, but the report says errors: $errors"
    failed=$((failed + 1))
    continue
  fi
  if [ "${ROCELINT_UPDATE_GOLDEN:-}" = 1 ]; then
    cp "$scratch/report" "${folder%/}.expected.json"
  elif ! diff -u "${folder%/}.expected.json" "$scratch/report" > "$scratch/difference"; then
    echo "$name: the report differs from the expected one:"
    head -60 "$scratch/difference"
    failed=$((failed + 1))
    continue
  fi
  passed=$((passed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
