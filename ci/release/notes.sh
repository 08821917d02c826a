#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# notes.sh TAG: what CHANGELOG.md says of the version that TAG names. Fails if the sources are not of that version.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tag="$1"
version="$(sed -n 's/^project(rocelint VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)"
[[ $tag == "v$version" ]] || { echo "The tag $tag is not v$version, which CMakeLists.txt states" >&2; exit 1; }
notes="$(awk -v version="$version" '/^## /{ inside = $2 == version; next } inside' CHANGELOG.md)"
[[ -n $notes ]] || { echo "CHANGELOG.md has no section on $version" >&2; exit 1; }
echo "$notes"
