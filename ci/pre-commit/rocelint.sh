#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the rocelint of the clone that this file lies in, and builds it first where that was not done. Packages are never
# installed from a hook.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
program="$source/build/release/bin/rocelint"
if [[ ! -x $program ]]; then
    # git tells hooks about the repository that is committed to; the build is about the clone.
    unset "${!GIT_@}"
    if ! (cd "$source" && cmake --preset release && cmake --build --preset release --target rocelint) >"$source/build.log" 2>&1; then
        tail -n 20 "$source/build.log" >&2
        echo "rocelint could not be built; $source/build.log has all of it" >&2
        exit 3
    fi
fi
exec "$program" "$@"
