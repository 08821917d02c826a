// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/defaults.h"
#include "drivers/eos/grammar.h"
#include "drivers/eos/syntax.h"
#include "drivers/line_cli/read/class_policy.h"
#include "drivers/line_cli/read/device_lines.h"

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

/// A `qos profile`.
struct Profile {
    std::string_view name;
    std::uint32_t place = 0;
};

/// The state of reading one device, in addition to its lines.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::vector<SyntaxProblem>& found, line_cli::Lines&& read);

    Defaults defaults;
    line_cli::ClassPolicies policies;
    bool prints_defaults = false; ///< show running-config all
    std::vector<Profile> profiles;
    std::unordered_map<std::string_view, std::uint32_t> profile_by_name;
    std::vector<const line_cli::Stanza*> neighbours;
    std::vector<std::pair<std::uint32_t, const line_cli::Fact*>> queue_blocks; ///< places and headers
    Ref dscp_map;
    Ref pcp_map;
    Ref queue_map;
    Ref rewrite_map;
    std::set<LineKind> unread_hashes; ///< hashes with a line that is not understood
    std::set<std::uint32_t> unread_maps; ///< maps with a line that is not understood
    std::vector<Meter> precedences; ///< drop precedences of the DSCP map, for ports that trust the DSCP
    /// The bindings that apply to every port, computed by bind_maps().
    Setting<Ref> dscp_binding;
    Setting<Ref> pcp_binding;
    Setting<Ref> queue_binding;
    Setting<Ref> rewrite_binding;
    Setting<Ref> priority_binding; ///< PFC priority to queue
    Setting<Ref> group_binding; ///< traffic class and PFC priority to priority group
    /// Objects built from the blocks of queues, by place and number, so that the ports of a profile share
    /// them.
    std::unordered_map<std::uint32_t, Setting<Ref>> built_ecn;
    std::unordered_map<std::uint32_t, Setting<Ref>> built_schedulers;
    /// For queues that no block names, on every port.
    Setting<Ref> strict_scheduler;
    Setting<Ref> unknown_scheduler;
};

/// One port and what it refers to. Lines applied directly win over its profile.
struct PortView {
    Config& config;
    Port& port;
    PortLines& lines;
    const Profile* profile = nullptr;
    Span profile_line;
    bool dangling = false; ///< its profile is not defined
    OriginId lost; ///< if dangling: the origin of what the profile would say

    PortView(Config& device, std::uint32_t index);
    [[nodiscard]] Stated find(LineKind what, std::uint8_t number = line_cli::Fact::no_number) const;
    /// Returns the default, or unread if the port's profile is unknown.
    template <class T>
    [[nodiscard]] Setting<T> fallback(Default name, T usual) const
    {
        return dangling ? Setting<T>::unread(lost) : config.defaults.value(name, usual);
    }
};

/// Returns the profile that a port's lines name, or null.
[[nodiscard]] const Profile* profile_of(const Config& config, const PortLines& lines);

// From lines to Config.

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void sort_lines(Config& config);
/// Takes an `ip address` or `ipv6 address` line.
void take_address(Config& config, std::uint32_t port, const line_cli::Fact& fact);
void read_bgp(Config& config, const line_cli::Fact& header, std::span<const line_cli::Fact> inside);
void read_hash(Config& config, const line_cli::Fact& fact);
void read_sand_profile(Config& config, std::span<const line_cli::Fact> inside);
void make_maps(Config& config);
void read_map(Config& config, const line_cli::Fact& fact);

// From Config to Device, once all lines are read.

void bind_maps(Config& config);
void resolve_ports(Config& config);
/// Fills Device::unbound.
void enter_names(Config& config);
void resolve_forwarding(Config& config);
void resolve_classification(PortView& view);
void resolve_pfc(PortView& view);
void resolve_watchdog(PortView& view);
void resolve_queues(PortView& view);
/// Reports blocks of queues that the switch does not have, once the ports are known.
void check_queue_words(Config& config);
/// Returns the marking of a queue from its random-detect lines, either of which may be null. If the lines
/// only switch marking off, the result is known to be empty.
[[nodiscard]] Setting<Ref> build_ecn(Config& config,
    const line_cli::Fact* ecn,
    const line_cli::Fact* drop,
    const Port& port,
    std::string_view name);

}
