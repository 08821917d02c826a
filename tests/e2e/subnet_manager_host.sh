#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# subnet_manager_host.sh FOLDER: a host that runs opensm over a simulated subnet in its own network and mount namespaces: its
# /etc/opensm, /etc/systemd/system and /var/lib are in FOLDER. It also starts and stops opensm: write `NUMBER restart`, `NUMBER
# stop` or `NUMBER start` to FOLDER/service.asked, and it is done once FOLDER/service.done contains NUMBER. Everything that runs
# here ends with this script, which ends with the test.
set -eu
if [ "${IN_NAMESPACE:-}" != yes ]; then
    IN_NAMESPACE=yes exec unshare -nm /bin/sh "$0" "$@"
fi
cd "$1"
mkdir -p etc/opensm etc/systemd/system var/lib/rocelint cache
mount --bind etc/opensm /etc/opensm
mount --bind etc/systemd/system /etc/systemd/system
mount --bind var/lib /var/lib
cat >subnet.net <<'END'
Switch 4 "leaf1"
[1] "sm1"[1]
[2] "host1"[1]
[3] "leaf2"[3]

Switch 4 "leaf2"
[1] "host2"[1]
[3] "leaf1"[3]

Hca 1 "sm1"
[1] "leaf1"[1]

Hca 1 "host1"
[1] "leaf1"[2]

Hca 1 "host2"
[1] "leaf2"[1]
END
# The simulator's standard input must stay open.
mkfifo hold service.asked
setpriv --pdeathsig KILL ibsim -s subnet.net <hold >ibsim.log 2>&1 &
exec 9>hold
tries=0
until grep -q "Network simulator ready" ibsim.log 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || { echo "ibsim did not start" >&2; exit 1; }
    sleep 0.1
done
sm=
start() {
    SIM_HOST=sm1 OSM_TMP_DIR=. OSM_CACHE_DIR=./cache setpriv --pdeathsig KILL ibsim-run opensm -f /var/lib/opensm.log \
        >opensm.out 2>&1 9>&- &
    sm=$!
    echo "$sm" >opensm.pid
    tries=0
    until grep -q "Entering MASTER state" opensm.out; do
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || break
        sleep 0.1
    done
}
stop() {
    [ -n "$sm" ] || return 0
    kill "$sm" 2>/dev/null || true
    tries=0
    while kill -0 "$sm" 2>/dev/null && [ "$tries" -lt 50 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    kill -9 "$sm" 2>/dev/null || true
    wait "$sm" 2>/dev/null || true
    sm=
}
start
echo $$ >holder
exec 8<>service.asked
while read -r number verb <&8; do
    case $verb in
    start) [ -n "$sm" ] || start ;;
    stop) stop ;;
    *) stop; start ;;
    esac
    echo "$number" >service.done
done
