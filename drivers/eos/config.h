// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/defaults.h"
#include "drivers/eos/grammar.h"
#include "drivers/eos/syntax.h"
#include "drivers/line_cli/class_policy.h"
#include "drivers/line_cli/lines.h"
#include "drivers/line_cli/prefixes.h"
#include "drivers/line_cli/stated.h"
#include "models/fabric/device.h"

#include <array>
#include <cstdint>
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

/// What stands in one interface's stanzas and is no line of which the last counts.
struct PortLines {
    std::uint32_t place = 0; ///< in Config::said
    bool configured = false; ///< has a stanza, and was not only seen in another command's output
    std::vector<std::pair<IpPrefix, const line_cli::Fact*>> addresses;
};

/// A `qos profile`.
struct Profile {
    std::string_view name;
    std::uint32_t place = 0;
};

/// Everything that one reading of a device has in hand: its lines, which of them hold where, and the device under
/// construction.
struct Config : line_cli::SettingMaker {
    Config(Device& target, std::vector<SyntaxProblem>& found, line_cli::Lines&& read);

    Device& device;
    std::vector<SyntaxProblem>& problems;
    line_cli::Lines lines;
    line_cli::FactTable said;
    std::uint32_t whole; ///< place of the device-wide lines
    Defaults defaults;
    line_cli::ClassPolicies policies;
    bool prints_defaults = false; ///< show running-config all
    std::vector<PortLines> ports; ///< beside Device::ports
    std::vector<Profile> profiles;
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    std::unordered_map<std::string_view, std::uint32_t> profile_by_name;
    std::vector<line_cli::RouteLine> routes; ///< whose interfaces are not looked up yet
    std::vector<const line_cli::Stanza*> neighbours;
    /// Lines that interface ranges may still be multiplied into: a short header names thousands of ports.
    std::size_t range_budget = 1'000'000;
    Ref dscp_map;
    Ref pcp_map;
    Ref queue_map;
    Ref rewrite_map;
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

    [[nodiscard]] const line_cli::Fact* find(
        std::uint32_t place, Says what, std::uint8_t number = line_cli::Fact::no_number) const
    {
        return said.find(place, static_cast<std::uint8_t>(what), number);
    }
    [[nodiscard]] const line_cli::Fact* global(Says what, std::uint8_t slot = line_cli::Fact::no_number) const
    {
        return find(whole, what, slot);
    }
};

/// One port with what it refers to. What is applied directly wins over its profile.
struct PortView {
    Config& config;
    Port& port;
    PortLines& lines;
    const Profile* profile = nullptr;
    Span profile_line;
    bool dangling = false; ///< its profile is not among the files

    PortView(Config& device, std::uint32_t index);
    [[nodiscard]] Stated find(Says what, std::uint8_t number = line_cli::Fact::no_number) const;
    /// The default, or unread where the port's profile is not known.
    template <class T>
    [[nodiscard]] Setting<T> fallback(Default name, T usual) const
    {
        return dangling ? Setting<T>::unread(config.unread("its qos profile is not in the files read"))
                        : config.defaults.value(name, usual);
    }
};

/// The profile that a port's lines name, or null.
[[nodiscard]] const Profile* profile_of(const Config& config, const PortLines& lines);
/// The port with this name, made if there is none yet. `name` must live as long as the device.
[[nodiscard]] std::uint32_t port_index(Config& config, std::string_view name, Span at);

// Lines to Config.

/// Sorts all lines by what they speak of, and marks what only their meaning tells apart.
void sort_lines(Config& config);
/// An `ip address` or `ipv6 address` line: false where the port gets no address by it, with its state on the node.
[[nodiscard]] bool read_address(const line_cli::Fact& fact, IpPrefix& prefix);
void put_address(PortLines& lines, const line_cli::Fact& fact, const IpPrefix& prefix);
void read_route(Config& config, const line_cli::Fact& fact);
void read_bgp(Config& config, const line_cli::Fact& header, std::span<const line_cli::Fact> inside);
void read_hash(Config& config, const line_cli::Fact& fact);
void read_sand_profile(Config& config, std::span<const line_cli::Fact> inside);
void make_maps(Config& config);
void read_map(Config& config, const line_cli::Fact& fact);

// Config to Device, once every line is known.

void bind_maps(Config& config);
void resolve_ports(Config& config);
void resolve_forwarding(Config& config);
void resolve_classification(PortView& view);
void resolve_pfc(PortView& view);
void resolve_watchdog(PortView& view);
void resolve_queues(PortView& view);
/// The marking of a queue from its random-detect lines, either of which may be null; a known none where they only switch
/// it off.
[[nodiscard]] Setting<Ref> build_ecn(Config& config,
    const line_cli::Fact* ecn,
    const line_cli::Fact* drop,
    const Port& port,
    std::string_view name);

}
