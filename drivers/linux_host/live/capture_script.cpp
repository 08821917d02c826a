// SPDX-License-Identifier: Apache-2.0
// A command that fails is printed as an `echo`, which the driver
// counts as irrelevant: its message must not be read as a value.
#include "drivers/linux_host/live/capture_script.h"

namespace rocelint::linux_host {
namespace {

constexpr const char* capture_text = R"sh(#!/bin/sh
# Prints the RDMA settings of this host, to be read by rocelint: sh THIS > HOST.txt
# Changes nothing. Run as root it sees most.
capture() {
    LC_ALL=C
    PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
    export LC_ALL PATH
    show hostname
    show rdma link
    show ip -d addr
    show ip route
    show ip -6 route
    for path in /sys/class/net/*; do
        [ -d "$path/device/infiniband" ] || continue
        kind=
        [ ! -r "$path/type" ] || read -r kind < "$path/type"
        [ "$kind" = 32 ] || interface "$path" "${path##*/}"
    done
    optional lldpcli show neighbors -f json
    optional nvidia-smi -L
    optional lspci -D -vvv
    optional nicctl show qos
    optional nicctl show dcqcn
    optional nicctl show port
    for option in roce_ena roce_port_cfg dcqcn_enable; do
        option=/sys/module/irdma/parameters/$option
        [ ! -r "$option" ] || show grep -H '' "$option"
    done
}
interface() {
    show ethtool -i "$2"
    if have mlnx_qos; then
        show mlnx_qos -i "$2"
    else
        for part in pfc ets app apptrust dcbx buffer; do
            show dcb "$part" show dev "$2"
        done
    fi
    for address in /sys/bus/pci/drivers/bnxt_en/*; do
        [ -d "$address/net/$2" ] || continue
        optional niccli --dev "${address##*/}" qos --ets --show
        optional niccli --dev "${address##*/}" qos --ingress --cosq --show
        if [ -d "/sys/kernel/debug/bnxt_re/${address##*/}/cc_config" ]; then
            for name in enable_cc tos_ecn tos_dscp alt_vlan_dscp alt_vlan_pcp; do
                show cat "/sys/kernel/debug/bnxt_re/${address##*/}/cc_config/$name"
            done
        fi
    done
    show ethtool -a "$2"
    show ethtool "$2"
    show ethtool --show-fec "$2"
    show ethtool --show-eee "$2"
    show ethtool -m "$2"
    show ethtool --get-tunable "$2" pfc-prevention-tout
    case $(readlink "$1/device/driver" 2> /dev/null) in
    */ice | */i40e) show ethtool --show-priv-flags "$2" ;;
    esac
    if [ -d "$1/ecn" ]; then
        show grep -H '' "$1"/ecn/roce_np/enable/? "$1"/ecn/roce_rp/enable/? "$1"/ecn/roce_np/cnp_dscp "$1"/ecn/roce_np/cnp_802p_prio
    fi
    kernel=/proc/sys/net/ipv4/conf
    if [ -d "$kernel/$2" ]; then
        show grep -H '' "$kernel"/all/arp_ignore "$kernel"/all/arp_announce "$kernel"/all/arp_filter "$kernel"/all/rp_filter "$kernel/$2/arp_ignore" "$kernel/$2/arp_announce" "$kernel/$2/arp_filter" "$kernel/$2/rp_filter"
    fi
    for device in "$1"/device/infiniband/*; do
        device=${device##*/}
        file=/sys/class/infiniband/$device/tc/1/traffic_class
        [ ! -r "$file" ] || show cat "$file"
        manager "/sys/kernel/config/rdma_cm/$device"
        [ ! -d /sys/kernel/config/bnxt_re ] || congestion "/sys/kernel/config/bnxt_re/$device"
        optional ibv_devinfo -d "$device"
        optional mlxconfig -d "$device" -e q
        optional mlxreg -d "$device" --reg_name ROCE_ACCL --get
    done
}
# A folder here only makes the kernel show its defaults; cma_roce_tos does the same.
manager() {
    made=
    [ -d "$1" ] || { mkdir "$1" 2> /dev/null && made=1; }
    for file in "$1"/ports/1/default_roce_mode "$1"/ports/1/default_roce_tos; do
        [ ! -r "$file" ] || show cat "$file"
    done
    [ -z "$made" ] || rmdir "$1"
}
# The same for congestion control of Broadcom NICs.
congestion() {
    made=
    [ -d "$1" ] || { mkdir "$1" 2> /dev/null && made=1; }
    for name in ecn_enable ecn_marking cnp_dscp cnp_prio roce_dscp roce_prio; do
        [ ! -r "$1/ports/1/cc/$name" ] || show cat "$1/ports/1/cc/$name"
    done
    [ -z "$made" ] || rmdir "$1"
}
have() { command -v "$1" > /dev/null 2>&1; }
optional() { ! have "$1" || show "$@"; }
newline='
'
show() {
    if ! have "$1"; then
        echo "+ echo $1 is not installed"
    elif printed=$("$@" 2>&1 < /dev/null); then
        printf '+ %s\n%s\n' "$*" "$printed"
    else
        printf '+ echo %s failed: %s\n' "$*" "${printed%%"$newline"*}"
    fi
}
capture
)sh";

}

std::string capture_script() { return capture_text; }

}
