// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/class_policy.h"
#include "drivers/line_cli/read/device_lines.h"
#include "drivers/os10/grammar.h"
#include "drivers/os10/policies.h"
#include "drivers/os10/syntax.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/member_places.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::os10 {

inline constexpr std::uint8_t group_count = 8;

inline constexpr auto default_names = catalog::names<
    "ecn group_is_priority_group group_is_queue group_type ingress_policy link_pause most_paths mtu "
    "no_drop pfc relaxed_paths rewrite_dscp trust">();
/// A default of OS10 for what the configuration does not state: an entry of the catalog's `os10` section,
/// which may be missing.
using Default = catalog::DefaultName<default_names>;

/// The effect of a network-qos policy on the ports that it is bound to.
struct Pausing {
    PrioritySet priorities;
    Span line; ///< in the last class that pauses; if none states a priority, its `pause`
    MemberPlaces places{}; ///< the class that pauses each priority
    bool unknown = false; ///< one of its lines is not understood
    /// Set if one of its class-maps is not defined, so that the qos-groups are unknown.
    std::optional<OriginId> lost;
    struct Group {
        const Fact* pause = nullptr; ///< null: its packets may be dropped
        PrioritySet priorities;
        Ref buffer;
        /// The first qos-group of its class, whose qos-groups share a priority group.
        std::uint8_t first = Fact::no_number;
    };
    std::array<Group, group_count> groups;
    [[nodiscard]] std::uint8_t priority_group(std::uint8_t group) const
    {
        return groups.at(group).pause == nullptr ? group : groups.at(group).first;
    }
};

/// The state of reading one device.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found);

    std::span<const Tree> trees;
    catalog::PlatformDefaults<Default> defaults;
    Blocks blocks;
    line_cli::ClassPolicies classifiers;
    std::map<std::string_view, const Fact*> breakouts; ///< by "1/1/25"
    std::vector<const Fact*> discovery; ///< lines of the links between VLT peers
    std::vector<std::pair<std::uint32_t, bool>>
        vlans_with_policy; ///< their interfaces, and whether the policy may classify
    /// By the policy or block that states them; built once, no matter how many ports use them.
    std::map<const Block*, Pausing> pausing;
    std::map<std::pair<const Block*, std::uint8_t>, Queue> queues;
    std::map<const Block*, Ref> maps;
    std::map<const Block*, Ref> profiles;
    struct PriorityMaps {
        Ref to_queue;
        Ref to_group;
        Ref of_classes; ///< qos-group to priority group; none: the same number
    };
    std::map<std::pair<const Block*, const Block*>, PriorityMaps> priority_maps;

    /// Returns the policy that this line of a port names, or null.
    [[nodiscard]] const Block* policy(const Stated& line);
};

// From lines to Config.

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void place_lines(Config& config);

// From Config to Device, once all lines are read.

void resolve(Config& config);
void resolve_classification(Config& config, std::uint32_t port);
/// Whether lines of the interface itself apply a policy.
[[nodiscard]] bool has_own_policy(const Config& config, std::uint32_t port);
/// The policy that a VLAN interface applies. Returns whether it may classify packets.
[[nodiscard]] bool resolve_vlan_policy(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_forwarding(Config& config);

}
