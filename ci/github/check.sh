#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One check with its reports, for action.yml. Inputs come as environment: what a workflow passes on may have been written by
# whoever opened the pull request, and must not become a part of a command.
set -euo pipefail
sarif="${RUNNER_TEMP:-/tmp}/rocelint.sarif"
# That of an earlier step is not this one's.
rm -f -- "$sarif"
arguments=(--format "$ROCELINT_FORMAT" --fail-on "$ROCELINT_FAIL_ON" --report "sarif=$sarif")
[[ -n ${GITHUB_STEP_SUMMARY:-} ]] && arguments+=(--report "markdown=$GITHUB_STEP_SUMMARY")
[[ -n $ROCELINT_POLICY ]] && arguments+=(--policy "$ROCELINT_POLICY")
paths=()
while IFS= read -r path; do
    [[ -n $path ]] && paths+=("$path")
done <<<"$ROCELINT_PATHS"
code=0
rocelint check "${arguments[@]}" -- "${paths[@]}" || code=$?
# Nothing is uploaded where nothing was written.
[[ -s $sarif && -n ${GITHUB_OUTPUT:-} ]] && echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
exit "$code"
