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
# A list in a workflow may be indented, and its lines may end with CR LF.
while IFS= read -r path; do
    path="${path#"${path%%[![:space:]]*}"}"
    path="${path%"${path##*[![:space:]]}"}"
    [[ -n $path ]] && paths+=("$path")
done <<<"$ROCELINT_PATHS"
code=0
rocelint check "${arguments[@]}" -- "${paths[@]}" || code=$?
# Code scanning closes every alert that the file does not hold: after a check that could not read everything, that would be
# alerts which nobody mended.
((code <= 1)) && [[ -s $sarif && -n ${GITHUB_OUTPUT:-} ]] && echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
exit "$code"
