// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/eos/defaults.h"
#include "drivers/eos/syntax.h"
#include "models/fabric/device.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::eos {

inline constexpr std::uint32_t no_lines = 0xffffffffU;
inline constexpr std::uint8_t queue_count = 8;

/// The unit of a buffer threshold, as written.
enum class ThresholdUnit : std::uint8_t { bytes, segments, microseconds };

/// A threshold as written: in bytes, buffer segments, or time at the port's rate.
struct Threshold {
    std::uint64_t amount = 0;
    ThresholdUnit unit = ThresholdUnit::bytes;
};

/// A `random-detect ecn` or `random-detect drop` line.
struct RandomDetect {
    OriginId line; ///< unset: there is no such line
    bool off = false; ///< a `no` line
    Colour colour = Colour::green;
    Threshold min;
    Threshold max;
    std::uint8_t probability = 0; ///< percent; 0: not written
};

/// What stands in one `tx-queue N` or `uc-tx-queue N` block.
struct QueueLines {
    Setting<SchedulerKind> kind;
    Setting<Percent> bandwidth;
    Setting<BitsPerSecond> limit;
    RandomDetect ecn;
    RandomDetect drop;
    std::uint8_t number = 0;
    std::uint32_t next = no_lines; ///< of the same interface or profile
    OriginId header; ///< the block's first line
    /// What was built from this block, so that a profile's ports share it.
    Setting<Ref> built_ecn;
    Setting<Ref> built_scheduler;
};

/// The lines that an interface and a `qos profile` have in common.
struct QosLines {
    Setting<Trust> trust;
    Setting<std::uint8_t> cos;
    Setting<std::uint8_t> dscp;
    Setting<bool> pfc_on;
    PrioritySet no_drop;
    PrioritySet drop;
    OriginId no_drop_line; ///< the last of them
    PfcWatchdog watchdog; ///< without what the device-wide lines say
    Setting<std::string_view> policy; ///< empty: a `no` line
    std::uint32_t first_queue = no_lines; ///< in Config::queues
};

inline constexpr std::string_view lost_profile = "its qos profile is not in the files read";

/// An `ip address` or `ipv6 address` line.
struct AddressLine {
    IpPrefix prefix;
    OriginId at;
    const Node* node = nullptr;
};

/// A static route whose interface is not looked up yet.
struct RouteLine {
    StaticRoute route;
    std::string_view vrf; ///< empty: the default one
    std::string_view interface; ///< outgoing; may be empty
    const Node* node = nullptr;
};

/// What stands in one interface's stanzas, besides what goes straight into its Port.
struct PortLines {
    QosLines qos;
    Setting<std::string_view> profile; ///< service-profile
    Setting<Bytes> mtu;
    Setting<bool> pause_send;
    Setting<bool> pause_receive;
    Setting<std::uint32_t> channel_group;
    std::vector<AddressLine> addresses;
    std::string_view vrf; ///< empty: the default one
    Setting<std::chrono::seconds> arp_timeout;
    bool configured = false; ///< has a stanza, and was not only seen in another command's output
};

/// A `qos profile`.
struct Profile {
    std::string_view name;
    OriginId header;
    QosLines qos;
};

/// The device-wide lines.
struct Globals {
    Setting<bool> pfc_all_off;
    PfcWatchdog watchdog;
    Setting<bool> watchdog_drops; ///< `override action drop`
    Setting<Bytes> interface_mtu;
    Setting<bool> ethernet_shutdown;
    Setting<bool> ports_routed;
    Setting<bool> rewrite_dscp;
    Setting<std::chrono::seconds> arp_timeout;
    Setting<std::string_view> peer_link; ///< of the MLAG pair
    bool prints_defaults = false; ///< show running-config all
};

/// A stanza that is looked at once everything else has been read.
struct Stanza {
    const Tree* tree = nullptr;
    const Node* node = nullptr;
};

/// An access list, looked at when a class refers to it.
struct AccessList {
    Stanza stanza;
    bool looked_at = false;
    bool by_dscp_alone = false; ///< every entry takes packets by DSCP, or all packets
    bool everything = false;
    DscpSet dscps;
};

/// Everything that one reading of a device has in hand: the device under construction and the lines that still have
/// to be put together.
struct Config {
    Config(Device& target, std::vector<SyntaxProblem>& found)
        : device(target), problems(found), defaults(target.origins, target.fragment)
    {
    }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    Defaults defaults;
    Globals globals;
    std::vector<PortLines> ports; ///< beside Device::ports
    std::vector<QueueLines> queues;
    std::vector<Profile> profiles;
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    std::unordered_map<std::string_view, std::uint32_t> profile_by_name;
    std::unordered_map<std::string_view, std::uint32_t> policy_by_name;
    std::unordered_map<std::string_view, std::uint32_t> class_map_by_name; ///< in Device::class_maps
    std::unordered_map<std::string_view, AccessList> access_lists; ///< IPv4 and IPv6
    std::vector<RouteLine> routes;
    std::vector<Stanza> policy_stanzas; ///< class-maps and policy-maps
    std::vector<Stanza> lldp_stanzas;
    std::unordered_set<std::string_view> lost_names; ///< profiles and policies that were warned of
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

    /// Of the queues that no block names, for every port.
    Setting<Ref> strict_scheduler;
    Setting<Ref> unknown_scheduler;

    /// The origin of a value that stands on this line.
    [[nodiscard]] OriginId here(const Tree& tree, const Node& node)
    {
        return device.origins.explicit_at(tree.span(node));
    }
    [[nodiscard]] OriginId unread(std::string_view reason) { return device.origins.unread(reason); }
    void warn(Span at, std::string message)
    {
        problems.push_back({SyntaxProblem::Severity::warning, at, std::move(message)});
    }
    void reject(Span at, std::string message)
    {
        problems.push_back({SyntaxProblem::Severity::error, at, std::move(message)});
    }
};

/// Whether a line was about this setting, even one whose value could not be read.
template <class T>
[[nodiscard]] bool stated(const Setting<T>& setting)
{
    return setting.origin != OriginId{};
}

/// Leaves a line's state on its node. What stands inside a line that is not followed has that line's state; a block
/// that is read marks its own lines.
inline void mark_block(const Node& node, CoverageState state)
{
    if (state == CoverageState::irrelevant || state == CoverageState::unsupported)
        node.mark_subtree(state);
    else
        node.mark(state);
}

// Lines to Config. Each returns what became of the line; a block marks its own children.

[[nodiscard]] CoverageState read_qos_line(
    Config& config, QosLines& lines, const Tree& tree, const Node& node);
[[nodiscard]] CoverageState read_pfc_line(
    Config& config, QosLines& lines, Words words, bool negated, const Tree& tree, const Node& node);
[[nodiscard]] CoverageState read_pfc_global(
    Config& config, Words words, bool negated, const Tree& tree, const Node& node);
void read_queue_block(
    Config& config, QosLines& lines, std::uint8_t number, const Tree& tree, const Node& block);
[[nodiscard]] CoverageState read_qos_global(
    Config& config, Words words, bool negated, const Tree& tree, const Node& node);
[[nodiscard]] CoverageState read_interface_line(
    Config& config, Port& port, PortLines& lines, const Tree& tree, const Node& node);
/// `ip address`, `vrf` and `arp aging timeout`; nothing for any other line.
[[nodiscard]] std::optional<CoverageState> read_interface_forwarding(
    Config& config, PortLines& lines, const Tree& tree, const Node& node);
/// Static routes, BGP, MLAG and timeouts. False where the top-level line is about something else.
[[nodiscard]] bool read_forwarding(Config& config, const Tree& tree, const Node& node);
void read_interface(Config& config, const Tree& tree, const Node& node);
void read_class_map(Config& config, const Tree& tree, const Node& node);
void read_top_level(Config& config, const Tree& tree);

// Config to Device, once every line is known.

void build_policies(Config& config);
void make_maps(Config& config);
void bind_maps(Config& config);
void resolve_ports(Config& config);
void resolve_forwarding(Config& config);
void resolve_classification(
    Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling);
void resolve_pfc(Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling);
void resolve_watchdog(Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling);
void resolve_queues(Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling);
void read_lldp(Config& config);

/// The port with this name, made if there is none yet. `name` must live as long as the device.
[[nodiscard]] std::uint32_t port_index(Config& config, std::string_view name, Span at);

/// Whether a threshold of the line is a time, so that its bytes differ from port to port.
[[nodiscard]] bool depends_on_speed(const RandomDetect& detect);
/// The marking of a queue from its random-detect lines; a known none where they only switch it off.
[[nodiscard]] Setting<Ref> build_ecn(
    Config& config, const QueueLines& lines, const Port& port, std::string_view name);

/// A profile's value as its port has it: inherited, and referred to by the port's `service-profile` line.
template <class T>
[[nodiscard]] Setting<T> inherit(Config& config, const Setting<T>& from, Span reference)
{
    if (!from.configured())
        return from;
    return {from.value, config.device.origins.inherited(reference, config.device.origins.span(from.origin))};
}

/// The port's own line, else its profile's: what is applied directly wins.
template <class T>
[[nodiscard]] Setting<T> own_or_profile(Config& config,
    const PortLines& lines,
    const Profile* profile,
    const Setting<T>& own,
    const Setting<T>* profiles)
{
    if (stated(own) || profile == nullptr || !stated(*profiles))
        return own;
    return inherit(config, *profiles, config.device.origins.span(lines.profile.origin));
}

template <class T>
[[nodiscard]] Setting<T> own_or_profile(
    Config& config, const PortLines& lines, const Profile* profile, Setting<T> QosLines::*member)
{
    return own_or_profile(
        config, lines, profile, lines.qos.*member, profile == nullptr ? nullptr : &(profile->qos.*member));
}

}
