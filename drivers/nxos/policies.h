// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/access_list.h"
#include "drivers/line_cli/read/blocks.h"
#include "drivers/nxos/grammar.h"
#include "models/fabric/device.h"
#include "models/fabric/member_places.h"

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::nxos {

/// The headers of class-maps and policy-maps. Each type has its own namespace.
inline constexpr std::uint8_t block_kinds[]{kind_of(LineKind::class_map),
    kind_of(LineKind::group_map),
    kind_of(LineKind::queue_map),
    kind_of(LineKind::classifier),
    kind_of(LineKind::network_policy),
    kind_of(LineKind::queuing_policy)};

/// Returns the qos-group of a class of a network-qos or queuing policy, from its class-map or its own name.
/// 0xff: unknown.
[[nodiscard]] std::uint8_t network_group(const Blocks& blocks, std::string_view class_name);
[[nodiscard]] std::uint8_t queue_group(const Blocks& blocks, std::string_view class_name);
/// Whether the policies name the classes of a switch with four queues.
[[nodiscard]] bool has_four_queues(const Blocks& blocks);
/// The statements of a class of the network-qos policy in force.
struct NetworkClass {
    Span header;
    const line_cli::Fact* pause = nullptr; ///< the last line that makes it no-drop, or null
    const line_cli::Fact* buffer = nullptr;
    const line_cli::Fact* mtu = nullptr;

    /// Returns the priorities that the pause line names; empty if there is no such line.
    [[nodiscard]] PrioritySet pauses() const;
    /// Whether the class is no-drop without naming its priorities.
    [[nodiscard]] bool unknown() const;
};

/// The network-qos policy in force.
struct NetworkQos {
    const Block* policy = nullptr; ///< null: the switch's default policy
    const line_cli::Fact* binding = nullptr; ///< line of `system qos` that binds it
    bool lost = false; ///< the policy or one of its classes is not defined
    OriginId why_lost;
    std::array<NetworkClass, 8> groups;

    /// Returns all priorities with pause.
    [[nodiscard]] PrioritySet pauses() const;
    /// Returns the line of the last class that pauses, or nowhere.
    [[nodiscard]] Span pause_line() const;
    /// Returns the line of the class that pauses, by priority.
    [[nodiscard]] MemberPlaces pause_lines() const;
    [[nodiscard]] bool any_unknown() const;
};

/// The packets that a class-map matches, in terms of DSCP and CoS.
struct Match {
    line_cli::AccessMatch packets;
    PrioritySet pcps;
    bool nothing = false; ///< there are no conditions
    /// The class also requires a CoS of this line, which only packets with a VLAN tag have.
    const line_cli::Fact* tagged = nullptr;
    PrioritySet tagged_pcps; ///< those CoS values

    /// Whether DSCP and CoS do not determine which packets match. Packets that are not of RoCE do not matter.
    [[nodiscard]] bool other() const
    {
        return packets.other || packets.all_roce || !packets.roce_dscps.empty();
    }
};
/// `lists`: access lists by name.
[[nodiscard]] Match match_of(
    const Block& class_map, const std::unordered_map<std::string_view, const Node*>& lists);

}
