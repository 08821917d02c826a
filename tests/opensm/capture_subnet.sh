#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# capture_subnet.sh FOLDER: runs ibsim with FOLDER/net.txt and opensm with FOLDER/opensm.conf, and captures the fabric with the
# real tools into FOLDER/captures. A network namespace can hold only one simulator: start it with `unshare -n`.
set -u
cd "$1" || exit 1
mkdir -p captures cache
first=$(awk '/^Hca/ { gsub(/"/, "", $3); print $3; exit }' net.txt)
second=$(awk '/^Hca/ { if (n++ == 1) { gsub(/"/, "", $3); print $3; exit } }' net.txt)
# The simulator's standard input must stay open.
mkfifo hold
ibsim -s net.txt < hold > ibsim.log 2>&1 &
simulator=$!
exec 9> hold
trap 'kill "$manager" "$simulator" 2>/dev/null' EXIT
manager=$simulator
for _ in $(seq 600); do
    SIM_HOST=$first ibsim-run ibstat > /dev/null 2>&1 && break
    sleep 0.1
done
# Without -d 2, opensm would buffer its log.
SIM_HOST=$first OSM_TMP_DIR=. OSM_CACHE_DIR=./cache ibsim-run opensm -F opensm.conf -f osm.log -D 0x43 -d 2 > osm.out 2>&1 9>&- &
manager=$!
for _ in $(seq 1200); do
    grep -q "SUBNET UP" osm.log 2>/dev/null && break
    sleep 0.1
done
sleep 1
export SIM_HOST=$second
ask() {
    local file=captures/$1
    shift
    { echo "\$ $*"; timeout 300 ibsim-run "$@"; } > "$file" 2>> captures.err
}
ask ibnetdiscover.txt ibnetdiscover
ask ports.txt ibnetdiscover -p
ask iblinkinfo.txt iblinkinfo
ask sminfo.txt sminfo
ask nodes.txt saquery
ask links.txt saquery LR
ask groups.txt saquery -g
ask managers.txt saquery SMIR
ask tables.txt dump_fts
switch=$(awk '/^Switch/ { for (i = 1; i < NF; ++i) if ($i == "lid") { print $(i + 1); exit } }' captures/ibnetdiscover.txt)
ask portinfo.txt smpquery portinfo "$switch" 1
ask sl2vl.txt smpquery sl2vl "$switch" 1
ask vlarb.txt smpquery vlarb "$switch" 1
ask perfquery.txt perfquery "$switch" 1
host=$(awk '/^\[1\]\(/ { for (i = 1; i < NF; ++i) if ($i == "lid") { print $(i + 1); exit } }' captures/ibnetdiscover.txt)
ask pkeys.txt smpquery pkeys "$host" 1
# opensm's own dumps of the fabric; some releases write them only at a higher log level.
for dump in opensm.fdbs opensm-subnet.lst opensm-sl2vl.dump; do
    [ -s "$dump" ] && cp "$dump" captures/
done
exit 0
