// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// What one device does with packets of one code point that enter by one port and leave by another like it. A
/// member is unread if the configuration does not show it; rules that need it then report "not checked".
struct Treatment {
    Setting<std::uint8_t> tc;
    Setting<std::uint8_t> queue;
    Setting<std::uint8_t> group;
    /// The priority that the device pauses for this traffic (TX), and the priority whose pause stops its
    /// queue (RX).
    Setting<std::uint8_t> tx_priority;
    Setting<std::uint8_t> rx_priority;
    /// The policy class that decided, if an ingress policy did.
    const PolicyClass* decided_by = nullptr;
};

/// Classification of an IP packet with this DSCP (802.1Q-2022 clause 36 terms: traffic class, queue,
/// priority).
[[nodiscard]] Treatment classify_dscp(const Device& device, const Port& port, Dscp dscp);
/// Class and queue alone, for packets that need no protection by PFC.
[[nodiscard]] Treatment forward_dscp(const Device& device, const Port& port, Dscp dscp);
/// Classification of a tagged packet with this PCP.
[[nodiscard]] Treatment classify_pcp(const Device& device, const Port& port, Priority pcp);

/// The PFC priority of this traffic: the priority that the device pauses for it, or, if priority groups are
/// unknown, the priority whose pause stops its queue.
[[nodiscard]] Setting<std::uint8_t> priority_of(const Treatment& treatment);

/// The physical ports of a device in groups that treat every code point alike (they share maps, policy and
/// trust). Each group is ascending and the groups are in the order of their first ports.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> ports_by_classification(const Device& device);

/// The traffic class that this port maps to `priority` on ingress and egress: pause of the priority affects
/// this class's priority group and queue. Unread if there is no such class or more than one.
[[nodiscard]] Setting<std::uint8_t> tc_of_priority(const Device& device, const Port& port, Priority priority);

/// DSCPs that this port puts into the traffic class. Also empty if the map is unread.
[[nodiscard]] DscpSet dscps_of_tc(const Device& device, const Port& port, std::uint8_t tc);
/// The queue that a traffic class leaves by.
[[nodiscard]] Setting<std::uint8_t> queue_of_tc(const Device& device, const Port& port, std::uint8_t tc);
/// The queue that received pause of this priority stops.
[[nodiscard]] Setting<std::uint8_t> queue_of_priority(
    const Device& device, const Port& port, Priority priority);
/// The priority group that accounts for the traffic class on ingress.
[[nodiscard]] Setting<std::uint8_t> group_of_tc(const Device& device, const Port& port, std::uint8_t tc);
/// The priority group whose fill makes the device send pause of this priority.
[[nodiscard]] Setting<std::uint8_t> group_of_priority(
    const Device& device, const Port& port, Priority priority);
/// The ECN profile of a queue: unread, a known none, or a profile of the device.
[[nodiscard]] const Setting<Ref>& ecn_of_queue(const Device& device, const Port& port, std::uint8_t queue);

}
