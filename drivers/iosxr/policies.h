// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/iosxr/grammar.h"
#include "drivers/line_cli/read/access_list.h"
#include "drivers/line_cli/read/blocks.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::iosxr {

inline constexpr std::uint8_t class_count = 8; // of traffic classes, queues and PFC priorities
/// The class of all packets that no other class of a policy takes.
inline constexpr std::string_view class_of_all = "class-default";

/// The headers of the blocks that are used by name.
inline constexpr std::uint8_t block_kinds[]{
    kind_of(LineKind::class_map), kind_of(LineKind::policy_map), kind_of(LineKind::profile)};

/// Access lists by whether they are of IPv6, and by name.
using AccessLists = std::map<std::pair<bool, std::string_view>, const Node*>;

/// Whether a location, such as 0/1/CPU0, is that of a port, such as FourHundredGigE0/1/0/3.
[[nodiscard]] bool is_own_location(std::string_view location, std::string_view port);
/// Whether a location is that of a route processor, which on a router without line cards has the ports of slot 0.
[[nodiscard]] bool is_shared_location(std::string_view location, std::string_view port);

/// The packets that a class-map matches, in terms of DSCP and CoS.
struct ClassMatch {
    line_cli::AccessMatch packets;
    PrioritySet pcps;

    /// Whether DSCP and CoS do not determine which packets match. Packets that are not of RoCE do not matter.
    [[nodiscard]] bool other() const
    {
        return packets.other || packets.all_roce || !packets.roce_dscps.empty();
    }
    [[nodiscard]] bool nothing() const { return packets.takes_no_roce() && pcps.empty(); }
};
[[nodiscard]] ClassMatch match_of(const Block& class_map, const AccessLists& lists);

/// Returns the policy whose classes serve queues: that of this name, or the one that its class for all packets refers to.
/// Null: it is not defined.
[[nodiscard]] const Block* find_policy(const Blocks& blocks, std::string_view name);
/// Returns the class of a policy for packets of a traffic class, or null.
[[nodiscard]] const Block* class_of_queue(const Blocks& blocks, const Block& policy, std::uint8_t number);
/// The lines for all packets in the policies through which find_policy() leads to another one, outermost first.
[[nodiscard]] std::vector<const Block*> outer_lines(const Blocks& blocks, std::string_view name);
/// The policy that a class of several refers to for its own packets.
struct NestedPolicy {
    bool stated = false;
    const Block* policy = nullptr; ///< null: it is not in the files
    /// Whether a line of this kind is in any class of it, or may be, since the policy is not in the files.
    [[nodiscard]] bool may_have(LineKind kind) const;
    /// The lines for all packets, if the policy has no other class; else null.
    [[nodiscard]] const Block* only_class() const;
};
[[nodiscard]] NestedPolicy policy_of_class(const Blocks& blocks, const Block& lines);

}
