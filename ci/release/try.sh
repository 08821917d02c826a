#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# try.sh KIND PACKAGES SOURCE: installs the package of that kind (deb, rpm, tarball or wheel) from the folder PACKAGES, as a
# user would, on a system without a compiler, and checks a broken fabric of SOURCE. Changes the system that it runs
# on: it is for containers and changed roots.
set -eu
kind="$1"
packages="$2"
source="$3"
fail() {
    echo "$*" >&2
    exit 1
}

case "$kind" in
    deb)
        apt-get update -q
        apt-get install -q -y --no-install-recommends "$packages"/rocelint_*.deb
        ;;
    rpm)
        if command -v zypper >/dev/null; then
            zypper --non-interactive install --allow-unsigned-rpm "$packages"/rocelint-*.rpm
        else
            dnf install -q -y "$packages"/rocelint-*.rpm
        fi
        ;;
    tarball)
        mkdir -p /opt/rocelint
        tar -xzf "$packages"/rocelint-*-linux-*.tar.gz -C /opt/rocelint --strip-components=1
        ln -sf /opt/rocelint/bin/rocelint /usr/local/bin/rocelint
        ;;
    wheel)
        # What pipx does, but without the newer pip that it fetches for itself.
        python3 -c 'import ensurepip' 2>/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends python3-venv; }
        python3 -m venv /opt/rocelint
        /opt/rocelint/bin/pip install --no-index "$packages"/rocelint-*.whl
        ln -sf /opt/rocelint/bin/rocelint /usr/local/bin/rocelint
        ;;
    *) fail "$kind: deb, rpm, tarball or wheel" ;;
esac

! command -v cc || fail "there is a compiler here: this says nothing about systems without"
rocelint version
missing="$(rocelint version | grep '^lib' | grep -v ' found, ' || true)"
[ -z "$missing" ] || fail "missing: $missing"
# Commands that open a library when they need it: libyang, and libcrypto with libssh.
rocelint render "$source/fixtures/fabrics/clos-four/fabric.yaml" -o "$(mktemp -d)/out" >/dev/null || fail "render fails"
code=0
report="$(rocelint check "$source/fixtures/fabrics/broken-clos" --format json)" || code=$?
[ "$code" = 1 ] || fail "check ended with $code, not 1"
printf '%s\n' "$report" | grep '"summary"' >/tmp/rocelint-summary
grep '"summary"' "$source/fixtures/fabrics/broken-clos.expected.json" | diff - /tmp/rocelint-summary || fail "check found something else than it should"
echo "$kind: check finds what it should"
