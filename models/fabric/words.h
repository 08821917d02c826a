// SPDX-License-Identifier: Apache-2.0
// The words of the model's enumerations, stated once, for `debug model`, for plans and fabric.yaml's changes,
// and for messages. A platform's own words belong to its driver.
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"
#include "models/fabric/value/word.h"

namespace rocelint {

template <>
inline constexpr auto words_of<Role> = words_detail::list(
    "unknown", "host", "leaf", "spine", "super-spine", "core", "border", "management", "storage");
template <>
inline constexpr auto words_of<DeviceKind> = words_detail::list(
    "switch", "host", "job", "subnet", "subnet-manager");
template <>
inline constexpr auto words_of<PortKind> = words_detail::list("physical",
    "lag",
    "vlan",
    "loopback",
    "management",
    "subinterface",
    "tunnel",
    "internal",
    "virtual-function",
    "other",
    "system");
template <>
inline constexpr auto words_of<Trust> = words_detail::list("none", "dscp", "pcp", "dscp-else-pcp");
template <>
inline constexpr auto words_of<WatchdogAction> = words_detail::list(
    "drop", "forward", "alert", "error-disable", "none");
template <>
inline constexpr auto words_of<Fec> = words_detail::list("none", "base-r", "rs528", "rs544", "rs", "auto");
template <>
inline constexpr auto words_of<DcbxVersion> = words_detail::list("off", "ieee", "cee", "cin", "auto");
template <>
inline constexpr auto words_of<MapKind> = words_detail::list("dscp-to-tc",
    "pcp-to-tc",
    "tc-to-queue",
    "tc-to-priority-group",
    "priority-to-queue",
    "priority-to-priority-group",
    "tc-to-dscp",
    "tc-to-pcp");
template <>
inline constexpr auto words_of<Colour> = words_detail::list("green", "yellow", "red");
template <>
inline constexpr auto words_of<MeterEffect> = words_detail::list("green", "yellow", "red", "drop", "unknown");
template <>
inline constexpr auto words_of<SchedulerKind> = words_detail::list("strict", "weighted");
template <>
inline constexpr auto words_of<PoolDirection> = words_detail::list("ingress", "egress", "both");
template <>
inline constexpr auto words_of<ThresholdMode> = words_detail::list("static", "dynamic");
template <>
inline constexpr auto words_of<RoceVersion> = words_detail::list("v1", "v2");
template <>
inline constexpr auto words_of<DcbxMode> = words_detail::list("os", "firmware", "off");
template <>
inline constexpr auto words_of<HashField> = words_detail::list(
    "source-ip", "destination-ip", "ip-protocol", "source-port", "destination-port", "other");
template <>
inline constexpr auto words_of<IbNodeKind> = words_detail::list(
    "channel-adapter", "switch", "router", "unknown");
template <>
inline constexpr auto words_of<IbPortState> = words_detail::list("down", "init", "armed", "active");
template <>
inline constexpr auto words_of<IbPhysicalState> = words_detail::list(
    "sleep", "polling", "disabled", "training", "link-up", "error-recovery", "phy-test");
template <>
inline constexpr auto words_of<IbWidth> = words_detail::list("1x", "2x", "4x", "8x", "12x");
template <>
inline constexpr auto words_of<IbSpeed> = words_detail::list(
    "SDR", "DDR", "QDR", "FDR10", "FDR", "EDR", "HDR", "NDR", "XDR");
template <>
inline constexpr auto words_of<IbCounterKind> = words_detail::list("symbol-errors",
    "link-recoveries",
    "link-downs",
    "receive-errors",
    "remote-physical-errors",
    "switch-relay-errors",
    "transmit-discards",
    "transmit-constraint-errors",
    "receive-constraint-errors",
    "local-integrity-errors",
    "buffer-overruns",
    "vl15-dropped",
    "transmit-wait",
    "transmit-data",
    "receive-data",
    "transmit-packets",
    "receive-packets");
template <>
inline constexpr auto words_of<IbManagerState> = words_detail::list(
    "not-active", "discovering", "standby", "master");
template <>
inline constexpr auto words_of<SmFlavour> = words_detail::list("upstream", "nvidia");
template <>
inline constexpr auto words_of<RoutingEngine> = words_detail::list("minhop",
    "updn",
    "dnup",
    "file",
    "ftree",
    "lash",
    "dor",
    "torus-2QoS",
    "nue",
    "dfsssp",
    "sssp",
    "none",
    "ar_updn",
    "ar_ftree",
    "ar_torus",
    "ar_dor",
    "pqft",
    "dfp",
    "dfp2",
    "kdor-hc",
    "chain",
    "auto",
    "unknown");
template <>
inline constexpr auto words_of<SmPortClass> = words_detail::list(
    "all", "channel-adapters", "switch-port-zero", "switches", "routers");
template <>
inline constexpr auto words_of<SmMembership> = words_detail::list("limited", "full", "both");
template <>
inline constexpr auto words_of<SmMember::Kind> = words_detail::list(
    "guid", "all", "all-channel-adapters", "all-switches", "all-routers", "self", "group");
template <>
inline constexpr auto words_of<SmGuid::List> = words_detail::list(
    "root", "compute", "io", "torus", "guid2lid");
template <>
inline constexpr auto words_of<Property> = words_detail::list("pfc",
    "link-pause",
    "ecn",
    "ecn-thresholds",
    "trust",
    "dscp-map",
    "pcp-map",
    "queue-map",
    "priority-group-map",
    "scheduler",
    "bandwidth",
    "mtu",
    "headroom",
    "buffer-threshold",
    "buffer-pool",
    "watchdog",
    "watchdog-timers",
    "speed",
    "cabling",
    "capacity",
    "fec",
    "bit-errors",
    "media",
    "power-saving",
    "hashing",
    "software",
    "rdma-marking",
    "roce-version",
    "cnp-marking",
    "dscp-rewrite",
    "congestion-control",
    "forwarding",
    "headroom-table",
    "headroom-pool",
    "cable-length",
    "reserve",
    "lossless-packet",
    "ingress-policy",
    "lag",
    "dcbx",
    "pci",
    "trimming",
    "lids",
    "guids",
    "virtual-lanes",
    "partitions",
    "manager",
    "transport",
    "site-rule",
    "syntax");

}
