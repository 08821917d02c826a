// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/junos/grammar/grammar.h"
#include "drivers/junos/read/defaults.h"
#include "drivers/junos/read/limits.h"
#include "models/fabric/device.h"
#include "models/fabric/lost_names.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::junos {

/// The most queues that any of the systems has: eight for unicast, and the multicast queues.
inline constexpr std::size_t queues_at_most = 16;
/// The most entries of one list that are read; no device allows as many.
inline constexpr int points_at_most = 64;

/// A forwarding class. The model's traffic class has the number of its queue.
struct ForwardingClass {
    std::string_view name;
    Setting<std::uint8_t> queue;
    Setting<bool> lossless; ///< no-loss
    Setting<std::uint8_t> pfc_priority; ///< unread if none is written
};

/// A scheduler, as a queue uses it.
struct QueueScheduler {
    Ref scheduler;
    Setting<Ref> ecn;
};

/// The unit numbers of a port that `interfaces` configures.
using Units = std::vector<std::string_view>;

/// The class-of-service bindings of one port. Ports with equal bindings share all objects that follow from
/// them.
struct Binding {
    const Statement* block = nullptr; ///< the most specific block for the port
    const Statement* profile = nullptr; ///< congestion-notification-profile
    const Statement* dscp = nullptr; ///< classifiers
    const Statement* pcp = nullptr;
    const Statement* fixed = nullptr; ///< forwarding-class
    const Statement* rewrite = nullptr;
    std::vector<const Statement*> scheduler_maps;
    bool units_differ = false; ///< its units have different classifiers
};

/// The state of reading one device.
struct Config {
    Config(Device& target, std::vector<SyntaxProblem>& found, const Statement& top)
        : device(target)
        , problems(found)
        , root(top)
        , defaults(target.origins, target.fragment)
        , lost_names(target, found)
    {
        Origins& origins = target.origins;
        class_is_queue = origins.derived({}, {}, "a traffic class is the queue of its forwarding class");
        group_is_priority = origins.derived({}, {}, "a priority group has the number of its PFC priority");
        one_lossy_group
            = origins.derived({}, {}, "a priority group for each PFC priority, and one for lossy classes");
        pfc_is_off = origins.unread("PFC is off here, so no pause stops a queue");
        one_untagged_unit = origins.derived({}, {}, "a routed port whose only unit is 0");
        no_classifier = origins.unread(
            "no classifier is bound to it, and which default one applies depends on the hardware");
    }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    const Statement& root;
    Defaults defaults;
    /// By port index, the units that `interfaces` configures; no entry if the file has none for the port.
    std::unordered_map<std::uint32_t, Units> units;
    // Origins that many ports share.
    OriginId class_is_queue;
    OriginId group_is_priority;
    OriginId one_lossy_group;
    OriginId pfc_is_off;
    OriginId one_untagged_unit;
    OriginId no_classifier;
    std::unordered_map<std::string_view, ForwardingClass> classes;
    /// By queue, the class that represents it: written classes before default ones, lossless before lossy
    /// ones.
    std::array<const ForwardingClass*, queues_at_most> class_of_queue{};
    std::unordered_map<std::string_view, std::uint32_t> dscp_classifiers; ///< indices in Device::maps
    std::unordered_map<std::string_view, std::uint32_t> pcp_classifiers;
    std::unordered_map<std::string_view, std::uint32_t> rewrites;
    std::unordered_map<std::string_view, QueueScheduler> schedulers;
    std::unordered_map<std::string_view, const Statement*> scheduler_maps;
    std::unordered_map<std::string_view, const Statement*> drop_profiles;
    /// By scheduler map, the entry of each queue.
    std::unordered_map<const Statement*, std::array<const Statement*, queues_at_most>> mapped;
    /// By profile and PCP classifier, the map of classes to priority groups.
    std::map<std::pair<const Statement*, std::string_view>, Setting<Ref>> group_maps;
    std::unordered_map<std::string_view, const Statement*> profiles; ///< congestion-notification-profile
    std::unordered_map<std::string_view, const Statement*> control_profiles;
    std::unordered_map<std::string_view, std::uint32_t> port_by_name;
    /// By port: the blocks of class-of-service for it, the most specific first.
    std::vector<std::vector<const Statement*>> blocks;
    /// Firewall filters that set forwarding classes.
    std::unordered_set<std::string_view> classifying_filters;
    std::unordered_map<std::string_view, std::vector<Meter>> policers; ///< and those of three colours
    /// By family and name: what the terms of a filter colour, or drop by its rate.
    std::map<std::pair<std::string_view, std::string_view>, std::vector<Meter>> filter_meters;
    /// By index in Device::maps: the loss priorities of a classifier. One of 802.1p has its priorities in place of DSCPs.
    std::unordered_map<std::uint32_t, std::vector<Meter>> loss_priorities;
    std::unordered_set<const Statement*> rejected; ///< statements already reported
    LostNames lost_names;
    NameBook names; ///< names that ports and other profiles use

    /// Returns the origin of a value that this statement states, also if it was inherited by another
    /// statement.
    [[nodiscard]] OriginId here(const Statement& statement)
    {
        return statement.via.somewhere() ? device.origins.inherited(statement.via, statement.at)
                                         : device.origins.explicit_at(statement.at);
    }
    /// Returns the origin for a port that `reference` binds to the statement.
    [[nodiscard]] OriginId through(const Statement& reference, Span at)
    {
        return device.origins.inherited(reference.at, at);
    }
    /// Returns the default of what the statement lacks. A null statement does not exist, so its origin is the
    /// plain default.
    template <class T>
    [[nodiscard]] Setting<T> lacking(const Statement* stanza, Default name, T usual)
    {
        Setting<T> absent = defaults.value(name, usual);
        if (stanza != nullptr)
            absent.origin = device.origins.lacking(absent.origin, stanza->at);
        return absent;
    }
    /// Reports a value that makes no sense as a problem, and marks the line as not understood.
    void reject(const Statement& statement, std::string message)
    {
        if (!rejected.insert(&statement).second)
            return;
        problems.push_back({SyntaxProblem::Severity::error, statement.at, std::move(message)});
        if (statement.node != nullptr)
            statement.node->mark(CoverageState::unrecognised);
    }
    /// Reports a value that the device does not allow, once.
    void warn(const Statement& statement, std::string message)
    {
        if (rejected.insert(&statement).second)
            problems.push_back({SyntaxProblem::Severity::warning, statement.at, std::move(message)});
    }
    /// Returns the origin for a name that `reference` uses and nothing defines (see LostNames).
    OriginId lost(const Statement& reference, std::string_view what, std::string_view name);
};

/// Returns the class-of-service block at the outermost level, or null.
[[nodiscard]] const Statement* class_of_service(const Config& config);

/// Returns the number in the statement's value, or nothing (and reports a problem).
[[nodiscard]] std::optional<std::uint64_t> number_of(
    Config& config, const Statement& statement, std::uint64_t most);
/// The same for a value with a known range. A number out of range is reported and kept, up to what the
/// statement can hold.
[[nodiscard]] std::optional<std::uint64_t> number_of(
    Config& config, const Statement& statement, const Limit& limit, std::uint64_t holds);
/// Returns the whole percentage in the statement's value, or nothing (and reports a problem).
[[nodiscard]] std::optional<Percent> percent_of(Config& config, const Statement& statement);
/// Parses "16g", "400m", "100k", "1000000".
[[nodiscard]] std::optional<BitsPerSecond> parse_rate(std::string_view text);
/// Parses a code point with `bits` bits, as bits ("011010") or a standard name ("ef", "af31").
[[nodiscard]] std::optional<std::uint8_t> parse_point(std::string_view text, unsigned bits);
/// Whether other product lines have a default forwarding class with this name; its queue differs between
/// them.
[[nodiscard]] bool is_class_of_other_hardware(std::string_view name);
/// Returns the kind of port that a name stands for ("et-0/0/0:1", "ae3", "irb").
[[nodiscard]] PortKind kind_of(std::string_view name);

// From statements to Config and Device, in this order.

void check_names(Config& config);
void read_forwarding_classes(Config& config);
void read_classifiers(Config& config);
void read_schedulers(Config& config);
void read_buffers(Config& config);
/// Whether packets of RoCE may meet the conditions of a filter's term: not those of a term for TCP, for example.
[[nodiscard]] bool may_take_roce(const Statement& term);
/// Reads policers, and what the terms of filters do with them.
void read_policers(Config& config);
void read_interfaces(Config& config);
void bind_ports(Config& config);
void read_forwarding(Config& config);

/// Returns the speed that a statement gives ("400g", "10m"); unread for null, and for `auto`, with which the
/// optic decides.
[[nodiscard]] Setting<BitsPerSecond> speed_of(Config& config, const Statement* speed);
/// Gives ports without their own speed that of the chassis level, or of the port that they are a channel of.
void inherit_speeds(Config& config);
/// Returns what these blocks of class-of-service, the most specific first, bind to a port.
[[nodiscard]] Binding binding_of(
    const Config& config, const std::vector<const Statement*>& blocks, const Units& units);
/// Returns the units of the port, or of its bundle; empty if no file configures any, so that every unit
/// counts.
[[nodiscard]] Units units_of(const Config& config, std::uint32_t port);
/// Sets PFC, watchdog and priority groups of a port with this congestion-notification profile, or without
/// any.
void bind_pfc(Config& config, const Binding& binding, Port& port);
/// Whether a congestion notification profile pauses by 802.1p alone.
[[nodiscard]] bool is_keyed_on_pcp(const Statement& profile);
/// Removes PFC from a port without VLAN tags that classifies by DSCP, if its profile uses 802.1p alone.
void drop_pause_of_tags(Config& config, const Binding& binding, Port& port);
/// Sets the watchdog of that profile.
void bind_watchdog(Config& config, const Binding& binding, const Statement* profile, PfcWatchdog& watchdog);
/// Marks the packet sizes of that profile as not modelled if the port has larger packets.
void bind_largest_packet(Config& config, const Binding& binding, Port& port);
/// Sets the queues of a port with these scheduler maps.
void bind_queues(Config& config, const Binding& binding, Port& port);
/// Fills Device::unbound, once every port is bound.
void find_unbound(Config& config);
/// Adds what the input filters and policers of an interface's family colour, or drop by their rate.
void bind_filters(Config& config, const Statement& family, std::uint32_t port);
/// Binds the filters that VLANs apply to what their ports receive.
void bind_vlan_filters(Config& config);
/// Adds the loss priorities of the classifiers that ports use.
void bind_loss_priorities(Config& config);
/// The colour that a loss priority stands for; `any` is green.
[[nodiscard]] std::optional<Colour> colour_of(std::string_view loss_priority);
/// Returns how a scheduler marks packets, by the drop profiles that it names.
[[nodiscard]] Setting<Ref> make_ecn(Config& config, const Statement& scheduler);
/// Returns the alphabetically first drop profile that begins and ends with these points; empty if there is
/// none.
[[nodiscard]] std::string_view drop_profile_with(Config& config, const EcnShares& shares);

}
