// SPDX-License-Identifier: Apache-2.0
// `opensm -c` writes how it understood its option files and command line, and exits without touching the
// fabric (opensm 3.3.23, opensm/main.c). It reads the option file of its installation first, and then the one
// that -F names. To check a new text of the first file, it is put in place in a separate mount namespace, if
// possible.
#include "drivers/opensm/live/live_script_parts.h"

#include "drivers/opensm/live/live_scripts.h"

#include <utility>

namespace rocelint::opensm {
namespace {

constexpr std::string_view find_parts = R"sh(
LC_ALL=C
export LC_ALL
is_active() { [ "$(systemctl is-active "$1")" = active ]; }
# Those of root that see the files that we see: not one in a container, and nothing that another user calls opensm, since what
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
    if ! grep -q '^Config file is ' "$D/dump.old.said"; then
        printf 'mount --bind %s "$instead_of" && exec "$@"\n' "$2" > "$D/dump.instead"
        instead_of=$3
        export instead_of
        if unshare -m /bin/sh "$D/dump.instead" true 2> /dev/null; then
            instead="unshare -m /bin/sh $D/dump.instead"
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
            said="$path was changed since it was read"
            return 1
        fi
        if [ "$old" != - ] && ! cp -p "$path" $D/old.$n; then
            said="$path cannot be copied"
            return 1
        fi
    done < $D/files
    sync
}
put_new() {
    while read -r n old new path; do
        said="$path cannot be written"
        if [ "$new" = - ]; then
            rm -f "$path" || return 1
        else
            put $D/new.$n "$path" || return 1
        fi
    done < $D/files
}
put_old() {
    while read -r n old new path; do
        if [ "$old" = - ]; then
            rm -f "$path" || return 1
        elif [ "$(sum "$path")" != "$old" ]; then
            put $D/old.$n "$path" || return 1
        fi
        rm -f "$path.rocelint-new"
    done < $D/files
    sync
}
)sh";

constexpr std::string_view service_parts = R"sh(
read_again() {
    read -r how < $D/how
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
    done < $D/units
    return $restarted
}
# Whether the subnet has a master, as far as it can be asked.
mastership() {
    command -v sminfo > /dev/null 2>&1 || return 0
    timeout 5 sminfo 2> /dev/null | sed -n 's/.* state [0-9]* \(SMINFO_MASTER\).*/\1/p'
}
where_log_ends() {
    read -r logged < $D/logged
    if [ -f "$logged" ]; then wc -c < "$logged"; else echo 0; fi
}
# What opensm complains of since the change, about its files, and had not complained of before.
complaint() {
    read -r logged < $D/logged
    read -r from < $D/log.from
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
    read -r count < $D/count
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
    if [ -s $D/was ] && [ -z "$(mastership)" ]; then
        said='the subnet no longer has a master'
        return 1
    fi
}
# A sweep begins at once, and logs what it read within a moment.
wait_until_well() {
    until=$(($(date +%s) + ${deadline:-20}))
    sleep 1
    until is_well; do
        [ "$(date +%s)" -lt $until ] && [ "${said#opensm complains}" = "$said" ] || return 1
        sleep 1
    done
}
)sh";

// The script that commit, the timer and the unit for the next start run.
constexpr std::string_view steps = R"sh(
put_in_force() { put_new && read_again 7<&- 9>&- && wait_until_well; }
restore() {
    put_old 2>> $D/log || return 1
    [ "$1" != boot ] || return 0
    read_again 9>&- >> $D/log 2>&1
    wait_until_well || echo "$said" >> $D/log
}
)sh";

}

timed_host::HostSteps manager_steps()
{
    std::string parts(find_parts);
    parts += file_parts;
    parts += service_parts;
    parts += steps;
    return {.dead_man = dead_man_style,
        .parts = std::move(parts),
        .prepare = R"sh(
find_opensm
[ -n "$pids" ] || give_up 'opensm does not run'
keep_old || give_up "$said"
mastership > $D/was
where_log_ends > $D/log.from
)sh",
        .apply = "put_in_force",
        .roll_back = "restore \"${1-}\"",
        .check = "is_well",
        // Keys of the subnet stand in them.
        .files = "new.* old.*"};
}

}
