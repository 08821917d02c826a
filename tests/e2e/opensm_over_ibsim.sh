#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# opensm_over_ibsim.sh NET FOLDER [paths|tables]: runs opensm with FOLDER/opensm.conf over a simulated subnet and captures the
# result with the real tools into FOLDER/captures. With "paths": also the path record of each pair of hosts, and SL to VL. With
# "tables": also links, groups and managers, the partitions of each host, and SL to VL and arbitration of all ports in use.
#
# The simulator's abstract sockets belong to a network namespace, so the script creates its own. The simulator's standard input
# must stay open.
set -eu
if [ "${IN_NAMESPACE:-}" != yes ]; then
    flags=-n
    unshare -n true 2>/dev/null || flags=-rn
    IN_NAMESPACE=yes exec unshare "$flags" "$0" "$@"
fi
net="$1"
cd "$2"
mkdir -p captures cache
mkfifo hold
ibsim -s "$net" <hold >ibsim.log 2>&1 &
sim=$!
exec 9>hold
# opensm terminates only while the simulator answers.
end() {
    if [ -n "${sm:-}" ]; then
        kill "$sm" 2>/dev/null || true
        tries=0
        while kill -0 "$sm" 2>/dev/null && [ "$tries" -lt 50 ]; do
            tries=$((tries + 1))
            sleep 0.1
        done
        kill -9 "$sm" 2>/dev/null || true
    fi
    kill "$sim" 2>/dev/null || true
}
trap end EXIT
tries=0
until grep -q "Network simulator ready" ibsim.log 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 1800 ] || { echo "ibsim did not start" >&2; exit 1; }
    sleep 0.1
done
first=$(sed -n 's/^Hca.*"\(.*\)"/\1/p' "$net" | sed -n 1p)
second=$(sed -n 's/^Hca.*"\(.*\)"/\1/p' "$net" | sed -n 2p)
# Without -d 2, opensm would buffer its log.
SIM_HOST=$first OSM_TMP_DIR=. OSM_CACHE_DIR=./cache ibsim-run opensm -F opensm.conf -f osm.log -d 2 >osm.out 2>&1 9>&- &
sm=$!
tries=0
until grep -q "SUBNET UP" osm.log 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || { echo "opensm did not bring the subnet up" >&2; exit 1; }
    sleep 0.1
done
SIM_HOST=$second
export SIM_HOST
ibsim-run ibnetdiscover >captures/ibnetdiscover.txt
ibsim-run dump_fts >captures/dump_fts.txt
if [ "${3:-}" = paths ]; then
    # One process for all queries, since every start of ibsim-run adds a client to the simulator.
    ibsim-run sh -c '
        lids=$(sed -n "s/.*# lid \([0-9]*\) lmc.*/\1/p" captures/ibnetdiscover.txt)
        for a in $lids; do
            for b in $lids; do
                [ "$a" = "$b" ] || saquery --src-to-dst "$a:$b" || exit 1
            done
        done >captures/saquery.txt
        for lid in $(sed -n "s/^Switch.* lid \([0-9]*\) lmc.*/\1/p" captures/ibnetdiscover.txt); do
            for port in 1 2 3 4 5 6 7 8; do smpquery sl2vl "$lid" "$port" || exit 1; done
        done >captures/sl2vl.txt'
fi
if [ "${3:-}" = tables ]; then
    ibsim-run sh -c '
        ask() {
            file=captures/$1
            shift
            { echo "\$ $*"; "$@"; } >"$file" || exit 1
        }
        ask iblinkinfo.txt iblinkinfo
        ask sminfo.txt sminfo
        ask groups.txt saquery -g
        ask managers.txt saquery SMIR
        sed -n "s/.*# lid \([0-9]*\) lmc.*/\1/p" captures/ibnetdiscover.txt | sort -un | while read -r lid; do
            ask "pkeys-$lid.txt" smpquery pkeys "$lid" 1
            ask "sl2vl-$lid-1.txt" smpquery sl2vl "$lid" 1
            ask "vlarb-$lid-1.txt" smpquery vlarb "$lid" 1
        done
        # Each switch is on its own line, with one line per link below it.
        awk "/^Switch/ { for (i = 1; i < NF; ++i) if (\$i == \"lid\") lid = \$(i + 1) }
             /^\\[[0-9]+\\]\t/ { split(\$1, port, /[][]/); print lid, port[2] }" captures/ibnetdiscover.txt |
        while read -r lid port; do
            ask "sl2vl-$lid-$port.txt" smpquery sl2vl "$lid" "$port"
            ask "vlarb-$lid-$port.txt" smpquery vlarb "$lid" "$port"
        done'
fi
