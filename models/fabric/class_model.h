// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/qos.h"
#include "models/fabric/value/priority.h"
#include "models/text/span.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// Where PFC protects a class from loss.
enum class Pause : std::uint8_t {
    everywhere, ///< on every link
    host_links, ///< between hosts and leaves; links between switches only mark
    nowhere, ///< only congestion marks slow the senders down
};

/// How the senders of a class slow down under congestion.
enum class CongestionControl : std::uint8_t {
    dcqcn, ///< switches mark packets, and receivers answer marks with CNPs
    rtt, ///< senders measure round-trip times or read telemetry: neither marks nor CNPs are needed
    none, ///< not in the network: PFC alone, or the application paces itself
};

/// One class that carries RDMA. Its numbers mean the same on every device of the fabric.
struct RdmaClass {
    std::string name;
    /// The priority that PFC pauses. For a class without PFC, only the program's own number for it: no packet
    /// or pause frame carries it, and devices may number its traffic class as they like.
    Priority priority = 0;
    Pause pause = Pause::everywhere;
    DscpSet dscps;
    Trust trust = Trust::dscp;
    std::optional<std::uint8_t> traffic_class; ///< the device traffic class that a policy requires, if any
    /// Stated for this class, or shown by all of its NICs; otherwise see ClassModel::control_of().
    std::optional<CongestionControl> congestion_control{};
    std::vector<Role> roles; ///< roles of the devices with this class; empty: all
    Span at; ///< its place in the policy, or that of the strongest evidence
    std::string evidence; ///< for an assumed class: what it was inferred from
    /// Hosts or jobs have been seen to use it. Always true for a class that a policy states.
    bool used_by_hosts = false;
    /// A policy expects ECN for it; for an assumed class, a switch marks it or a host reacts to marks.
    bool ecn = true;
    /// For an assumed class: the DSCPs are those that hosts or jobs set on their packets, not those that most
    /// switches map.
    bool dscps_from_hosts = false;
    /// For an assumed class: its DSCPs are only those of default maps, and no line of any device states one.
    bool dscps_by_default = false;
    /// "priority 3"; for a class without PFC "DSCP 26".
    [[nodiscard]] std::string label() const;
};

/// The class of congestion notification packets.
struct CnpClass {
    std::optional<Priority> priority;
    std::optional<Dscp> dscp;
    std::optional<std::uint8_t> traffic_class; ///< the device traffic class that a policy requires, if any
    Span at;
};

/// How RDMA traffic is classified in this fabric: stated by a policy, or inferred from what the devices agree
/// on.
struct ClassModel {
    bool assumed = false;
    std::vector<RdmaClass> classes;
    CnpClass cnp;
    /// Stated by a policy for all classes that state none of their own.
    std::optional<CongestionControl> congestion_control{};
    /// How senders of the class slow down; DCQCN if nothing states it.
    [[nodiscard]] CongestionControl control_of(const RdmaClass& rdma_class) const;
    /// Whether switches must mark packets of the class. An assumed class without congestion control counts:
    /// nothing says that this is intended.
    [[nodiscard]] bool expects_marks(const RdmaClass& rdma_class) const;
    /// Whether the senders of some class slow down on CNPs.
    [[nodiscard]] bool sends_cnps() const;
    /// Priorities that must not lose packets, at least on host links.
    [[nodiscard]] PrioritySet lossless() const;
    /// DSCPs of all classes.
    [[nodiscard]] DscpSet dscps() const;
    /// The class with this number, whether from PFC, a policy or the program.
    [[nodiscard]] const RdmaClass* of_priority(Priority priority) const;
    /// The class of packets with this DSCP on a device of this role.
    [[nodiscard]] const RdmaClass* of_dscp(Dscp dscp, Role role) const;
    /// Whether the class exists on a device of this role.
    [[nodiscard]] static bool applies_to(const RdmaClass& rdma_class, Role role);
};

}
