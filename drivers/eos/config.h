// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/defaults.h"
#include "drivers/eos/grammar.h"
#include "drivers/eos/syntax.h"
#include "drivers/line_cli/class_policy.h"
#include "drivers/line_cli/device_lines.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rocelint::eos {

inline constexpr std::uint8_t queue_count = 8;

using line_cli::Stated;
using line_cli::stated;

using line_cli::PortLines;

/// A `qos profile`.
struct Profile {
    std::string_view name;
    std::uint32_t place = 0;
};

/// Everything that one reading of a device has in hand besides its lines.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::vector<SyntaxProblem>& found, line_cli::Lines&& read);

    Defaults defaults;
    line_cli::ClassPolicies policies;
    bool prints_defaults = false; ///< show running-config all
    std::vector<Profile> profiles;
    std::unordered_map<std::string_view, std::uint32_t> profile_by_name;
    std::vector<const line_cli::Stanza*> neighbours;
    std::vector<std::pair<std::uint32_t, const line_cli::Fact*>> queue_blocks; ///< places, headers
    Ref dscp_map;
    Ref pcp_map;
    Ref queue_map;
    Ref rewrite_map;
    std::set<Says> unread_hashes; ///< of which a line is not understood
    std::set<std::uint32_t> unread_maps; ///< of which a line is not understood
    /// What every port has bound, worked out by bind_maps().
    Setting<Ref> dscp_binding;
    Setting<Ref> pcp_binding;
    Setting<Ref> queue_binding;
    Setting<Ref> rewrite_binding;
    Setting<Ref> priority_binding; ///< PFC priority to queue
    Setting<Ref> group_binding; ///< traffic class and PFC priority to priority group
    /// What was built from the blocks of queues, by their place and number, so that a profile's ports share it.
    std::unordered_map<std::uint32_t, Setting<Ref>> built_ecn;
    std::unordered_map<std::uint32_t, Setting<Ref>> built_schedulers;
    /// Of the queues that no block names, for every port.
    Setting<Ref> strict_scheduler;
    Setting<Ref> unknown_scheduler;
};

/// One port with what it refers to. What is applied directly wins over its profile.
struct PortView {
    Config& config;
    Port& port;
    PortLines& lines;
    const Profile* profile = nullptr;
    Span profile_line;
    bool dangling = false; ///< nothing defines its profile
    OriginId lost; ///< then: of what it would say

    PortView(Config& device, std::uint32_t index);
    [[nodiscard]] Stated find(Says what, std::uint8_t number = line_cli::Fact::no_number) const;
    /// The default, or unread where the port's profile is not known.
    template <class T>
    [[nodiscard]] Setting<T> fallback(Default name, T usual) const
    {
        return dangling ? Setting<T>::unread(lost) : config.defaults.value(name, usual);
    }
};

/// The profile that a port's lines name, or null.
[[nodiscard]] const Profile* profile_of(const Config& config, const PortLines& lines);

// Lines to Config.

/// Sorts all lines by what they speak of, and marks what only their meaning tells apart.
void sort_lines(Config& config);
/// An `ip address` or `ipv6 address` line.
void take_address(Config& config, std::uint32_t port, const line_cli::Fact& fact);
void read_bgp(Config& config, const line_cli::Fact& header, std::span<const line_cli::Fact> inside);
void read_hash(Config& config, const line_cli::Fact& fact);
void read_sand_profile(Config& config, std::span<const line_cli::Fact> inside);
void make_maps(Config& config);
void read_map(Config& config, const line_cli::Fact& fact);

// Config to Device, once every line is known.

void bind_maps(Config& config);
void resolve_ports(Config& config);
/// Fills Device::unbound.
void enter_names(Config& config);
void resolve_forwarding(Config& config);
void resolve_classification(PortView& view);
void resolve_pfc(PortView& view);
void resolve_watchdog(PortView& view);
void resolve_queues(PortView& view);
/// Objects to blocks of queues that the switch does not have, once the ports are known.
void check_queue_words(Config& config);
/// The marking of a queue from its random-detect lines, either of which may be null; a known none where they only switch
/// it off.
[[nodiscard]] Setting<Ref> build_ecn(Config& config,
    const line_cli::Fact* ecn,
    const line_cli::Fact* drop,
    const Port& port,
    std::string_view name);

}
