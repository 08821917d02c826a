// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/iosxr/grammar.h"
#include "drivers/iosxr/policies.h"
#include "drivers/line_cli/read/device_lines.h"
#include "drivers/line_cli/read/policy_entries.h"
#include "models/catalog/platform_defaults.h"

#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::iosxr {

inline constexpr auto default_names = catalog::names<
    "admin_state class_queue dcbx default_class ecn group_of_class ingress_policy link_pause mtu pfc port_mode rewrite_dscp "
    "scheduler trust watchdog watchdog_action">();
/// A default of IOS XR for what the configuration does not state: an entry of the catalog's `iosxr` section, which may be
/// missing.
using Default = catalog::DefaultName<default_names>;

/// The lines of one location by traffic class; null: none.
struct Profile {
    const Block* lines = nullptr;
    std::array<const Fact*, class_count> internal{};
    std::array<const Fact*, class_count> extended{};
};

/// The state of reading one device.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found);

    catalog::PlatformDefaults<Default> defaults;
    Blocks blocks;
    AccessLists access_lists;
    std::vector<Profile> profiles; ///< in the order of their locations
    // Made once, however many ports use them.
    std::map<const Block*, line_cli::PolicyClassification> classifications;
    std::map<std::pair<const Block*, std::uint8_t>, Queue> queues;
    std::unordered_map<const Fact*, Ref> buffers; ///< by line of a profile
    std::unordered_map<const Fact*, Ref> markings;

    /// Returns the profile of the location that a port belongs to, or null.
    [[nodiscard]] const Profile* profile_of(std::string_view port) const;
};

[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// The platform's own spelling of the letters of a port name; empty if it has no such type.
[[nodiscard]] std::string_view type_word(std::string_view letters);
/// The speed that the type of a port stands for: FourHundredGigE. 0: none.
[[nodiscard]] BitsPerSecond speed_of_type(std::string_view port);

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void place_lines(Config& config);
/// From Config to Device, once all lines are placed.
void resolve(Config& config);

// Parts of resolve(), for one port.

void resolve_classes(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

}
