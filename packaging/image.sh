#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# image.sh DEB OUT VERSION: an OCI archive of the Debian release that this runs on, with DEB and what it depends on. Debian's
# packages alone: no other image is its base, so that none has to be trusted or downloaded. Runs as root, or where users may
# have namespaces of their own.
set -euo pipefail
deb="$(realpath "$1")"
out="$(realpath "$2")"
version="$3"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# Users that mmdebstrap and apt become read it there.
chmod 755 "$work"
cp "$deb" "$work/rocelint.deb"

# Manuals and translations stay out, but for those of the program; licences stay in.
mmdebstrap --quiet --variant=essential --include="$work/rocelint.deb" --include=openssh-client,ca-certificates \
    --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-include=/usr/share/doc/*/copyright' --dpkgopt='path-include=/usr/share/doc/rocelint/*' \
    --customize-hook='echo "rocelint:x:10001:10001::/nonexistent:/usr/sbin/nologin" >>"$1/etc/passwd"' \
    --customize-hook='echo "rocelint:x:10001:" >>"$1/etc/group"' \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/root.tar"

# A store of its own, which goes with the folder.
in_store() {
    buildah --root "$work/store" --runroot "$work/run" --storage-driver vfs "$@"
}
container="$(in_store from scratch)"
in_store add --quiet "$container" "$work/root.tar" / >/dev/null
in_store config --user 10001:10001 --workingdir /work --entrypoint '["rocelint"]' --cmd 'check .' \
    --label org.opencontainers.image.title=rocelint --label "org.opencontainers.image.version=$version" \
    --label org.opencontainers.image.licenses=Apache-2.0 "$container"
rm -f "$out"
in_store commit --quiet --rm --disable-compression=false --format oci --timestamp "$SOURCE_DATE_EPOCH" "$container" "oci-archive:$out:rocelint:$version" >/dev/null
