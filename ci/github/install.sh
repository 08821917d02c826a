#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Puts rocelint where the steps that follow find it: from ROCELINT_PACKAGE, a path or an https address, or built from the
# sources that this file lies in. What is there already is used.
set -euo pipefail
command -v rocelint >/dev/null && [[ -z ${ROCELINT_PACKAGE:-} ]] && exit 0
as_root=()
((EUID == 0)) || as_root=(sudo)
if [[ -n ${ROCELINT_PACKAGE:-} ]]; then
    folder="$(mktemp -d)"
    trap 'rm -rf "$folder"' EXIT
    "${as_root[@]}" apt-get update -q
    if [[ $ROCELINT_PACKAGE == https://* ]]; then
        # A bare Debian image has neither.
        command -v curl >/dev/null || "${as_root[@]}" apt-get install -q -y curl ca-certificates
        curl -fsSL -o "$folder/rocelint.deb" "$ROCELINT_PACKAGE"
    else
        cp -- "$ROCELINT_PACKAGE" "$folder/rocelint.deb"
    fi
    # apt reads it as another user.
    chmod 755 "$folder"
    "${as_root[@]}" apt-get install -q -y "$folder/rocelint.deb"
else
    cd "$(dirname "${BASH_SOURCE[0]}")/../.."
    ./dev build
    "${as_root[@]}" cmake --install build/release --prefix /usr/local
fi
