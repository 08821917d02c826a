// SPDX-License-Identifier: Apache-2.0
// `opensm -c` writes how it understood its option files and command line, and exits without touching the
// fabric (opensm 3.3.23, opensm/main.c). It reads the option file of its installation first, and then the one
// that -F names. To check a new text of the first file, it is put in place in a separate mount namespace, if
// possible.
#include "drivers/opensm/live/live_script_parts.h"

#include "drivers/opensm/live/live_scripts.h"

#include <fmt/format.h>

namespace rocelint::opensm {
namespace {

constexpr std::string_view find_parts = R"sh(
# Those of root that see the files that we see: not one in a container, and nothing that somebody else calls opensm, since what
# runs there is run again, to be asked.
find_opensm() {
    mine=$(readlink /proc/self/ns/mnt)
    pids=
    pid=
    for one in /proc/[0-9]*; do
        { read -r name < $one/comm; } 2> /dev/null || continue
        [ "$name" = opensm ] && [ -O $one ] && [ "$(readlink $one/ns/mnt)" = "$mine" ] || continue
        [ -n "$(tr -d '\0' < $one/cmdline 2> /dev/null)" ] || continue
        pids="$pids ${one#/proc/}"
        [ -n "$pid" ] || pid=${one#/proc/}
    done
    exe=
    where=/
    if [ -n "$pid" ]; then
        exe=$(readlink /proc/$pid/exe)
        where=/proc/$pid/cwd
    fi
    [ -x "$exe" ] || exe=$(command -v opensm)
}
# The services that the processes belong to.
units_of_opensm() {
    for one in $pids; do
        found=
        while IFS= read -r line; do
            case $line in *opensm*.service) found=${line##*/} ;; esac
        done < /proc/$one/cgroup
        for service in opensm.service opensmd.service; do
            [ -n "$found" ] || ! is_active $service || found=$service
        done
        echo $found
    done | sort -u
}
# understood OUT [FILE]: what opensm makes of its files, and of FILE behind them.
understood() {
    { if [ -n "$pid" ]; then cat "/proc/$pid/cmdline"; else printf 'opensm\0'; fi
      [ -z "${2-}" ] || printf '%s\0' -F "$2"
      printf '%s\0' -c "$1"; } > "$1.args"
    (cd "$where" && xargs -0 ${instead-} /bin/sh -c 'exe=$1; shift 2; exec timeout 20 "$exe" "$@"' sh "$exe" \
        < "$1.args" > "$1.said" 2>&1)
}
# understood_instead OUT FILE OLD: the same with FILE in the place of OLD, its option file.
understood_instead() {
    if ! grep -q '^Config file is ' "$d/dump.old.said"; then
        printf 'mount --bind %s "$instead_of" && exec "$@"\n' "$2" > "$d/dump.instead"
        instead_of=$3
        export instead_of
        if unshare -m /bin/sh "$d/dump.instead" true 2> /dev/null; then
            instead="unshare -m /bin/sh $d/dump.instead"
            understood "$1"
            instead=
            return
        fi
    fi
    understood "$1" "$2"
}
)sh";

constexpr std::string_view file_parts = R"sh(
sum() {
    if [ -e "$1" ]; then
        set -- $(sha256sum < "$1")
        echo "$1"
    else
        echo -
    fi
}
# put FILE PATH: at once, with the owner and the mode of what lies there.
put() {
    beside="$2.rocelint-new"
    rm -f "$beside"
    if [ -e "$2" ]; then
        cp -p "$2" "$beside" || return 1
    else
        : > "$beside" && chmod 644 "$beside" || return 1
    fi
    cat "$1" > "$beside" && sync "$beside" && mv -f "$beside" "$2"
}
keep_old() {
    while read -r n old new path; do
        if [ "$(sum "$path")" != "$old" ]; then
            said="somebody has changed $path since it was read"
            return 1
        fi
        if [ "$old" != - ] && ! cp -p "$path" $d/old.$n; then
            said="$path cannot be copied"
            return 1
        fi
    done < $d/files
    sync
}
put_new() {
    while read -r n old new path; do
        said="$path cannot be written"
        if [ "$new" = - ]; then
            rm -f "$path" || return 1
        else
            put $d/new.$n "$path" || return 1
        fi
    done < $d/files
}
put_old() {
    while read -r n old new path; do
        if [ "$old" = - ]; then
            rm -f "$path" || return 1
        elif [ "$(sum "$path")" != "$old" ]; then
            put $d/old.$n "$path" || return 1
        fi
        rm -f "$path.rocelint-new"
    done < $d/files
    sync
}
# Keys of the subnet stand in them.
forget_files() { rm -f $d/new.* $d/old.* $d/back.sh; }
)sh";

constexpr std::string_view service_parts = R"sh(
read_again() {
    read -r how < $d/how
    find_opensm
    if [ $how = signal ] && [ -n "$pids" ]; then
        said='no signal can be sent to opensm'
        kill -HUP $pids
        return
    fi
    said='opensm does not run, and belongs to no service'
    restarted=1
    while read -r service; do
        [ -n "$service" ] || continue
        said=$(timeout 60 systemctl restart "$service" 2>&1) || { said="systemctl restart $service: $said"; return 1; }
        restarted=0
    done < $d/units
    return $restarted
}
# Whether the subnet has a master, as far as it can be asked.
mastership() {
    command -v sminfo > /dev/null 2>&1 || return 0
    timeout 5 sminfo 2> /dev/null | sed -n 's/.* state [0-9]* \(SMINFO_MASTER\).*/\1/p'
}
where_log_ends() {
    read -r logged < $d/logged
    if [ -f "$logged" ]; then wc -c < "$logged"; else echo 0; fi
}
# What opensm complains of since the change, about its files, and had not complained of before.
complaint() {
    read -r logged < $d/logged
    read -r from < $d/log.from
    [ -f "$logged" ] || return 0
    [ "$(wc -c < "$logged")" -ge "$from" ] || from=0
    tail -c +$((from + 1)) "$logged" | grep -a -e 'PARSE ERROR' -e 'Partition configuration in error' -e 'ERR 331A' \
        -e 'ERR AC0' -e 'cannot parse' | sed 's/.*-> //' | while IFS= read -r line; do
        head -c "$from" "$logged" | grep -aqF -e "$line" || { echo "$line"; break; }
    done
}
# As many processes as before, a master, and no complaint about the files in the log.
is_well() {
    find_opensm
    read -r count < $d/count
    set -- $pids
    if [ $# -lt $count ]; then
        said='opensm no longer runs'
        return 1
    fi
    new=$(complaint)
    if [ -n "$new" ]; then
        said="opensm complains: $new"
        return 1
    fi
    if [ -s $d/was ] && [ -z "$(mastership)" ]; then
        said='the subnet no longer has a master'
        return 1
    fi
}
# A sweep begins at once, and tells what it read within a moment.
wait_until_well() {
    until=$(($(date +%s) + ${deadline:-20}))
    sleep 1
    until is_well; do
        [ "$(date +%s)" -lt $until ] && [ "${said#opensm complains}" = "$said" ] || return 1
        sleep 1
    done
}
)sh";

constexpr std::string_view unit_parts = R"sh(
is_active() { [ "$(systemctl is-active "$1")" = active ]; }
stop_timer() { systemctl stop $unit.timer > /dev/null 2>&1; ! is_active $unit.timer; }
foreign() {
    for state in $base/*/armed $base/*/taken; do
        [ ! -e "$state" ] || [ "${state%/*}" = "$d" ] || return 0
    done
    [ ! -e $d/armed ] && [ ! -e $d/taken ] && is_active $unit.timer
}
remember_boot() {
    cat > $boot <<ROCELINT-UNIT || return 1
[Unit]
Description=rocelint: roll an unconfirmed change of opensm back
After=local-fs.target
Before=opensm.service opensmd.service $(tr '\n' ' ' < $d/units)

[Service]
Type=oneshot
ExecStart=/bin/sh $d/back.sh boot

[Install]
WantedBy=multi-user.target
ROCELINT-UNIT
    chmod 644 $boot
    systemctl daemon-reload
    systemctl enable ${boot##*/} > /dev/null 2>&1
    sync
    [ "$(systemctl is-enabled ${boot##*/} 2> /dev/null)" = enabled ]
}
forget_boot() {
    systemctl disable ${boot##*/} > /dev/null 2>&1
    rm -f $boot
    systemctl daemon-reload
}
)sh";

}

std::string script_parts()
{
    return fmt::format(R"sh(umask 077
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
LC_ALL=C
export PATH LC_ALL
base=/var/lib/rocelint/opensm
unit=rocelint-undo-opensm
boot=/etc/systemd/system/rocelint-deadman-opensm.service
refuse() {{ echo "$1"; exit {}; }}
stuck() {{ echo "$1"; exit {}; }}
{}{}{}{})sh",
        script_refused,
        script_stuck,
        find_parts,
        file_parts,
        service_parts,
        unit_parts);
}

}
