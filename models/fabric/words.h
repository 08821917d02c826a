// SPDX-License-Identifier: Apache-2.0
// The words of the model's enumerations, stated once: what debug model prints, what a plan and fabric.yaml's changes are
// written with, and what sentences say. They are ours; what a platform calls them belongs to its driver.
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"
#include "models/fabric/word.h"

namespace rocelint {

template <>
inline constexpr auto words_of<Role> = words_detail::list(
    "unknown", "host", "leaf", "spine", "super-spine", "core", "border", "management", "storage");
template <>
inline constexpr auto words_of<DeviceKind> = words_detail::list("switch", "host", "job");
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
    "other");
template <>
inline constexpr auto words_of<Trust> = words_detail::list("none", "dscp", "pcp", "dscp-else-pcp");
template <>
inline constexpr auto words_of<WatchdogAction> = words_detail::list(
    "drop", "forward", "alert", "error-disable", "none");
template <>
inline constexpr auto words_of<Fec> = words_detail::list("none", "base-r", "rs528", "rs544", "rs", "auto");
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
    "transport",
    "syntax");

}
