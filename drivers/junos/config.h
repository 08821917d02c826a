// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/junos/defaults.h"
#include "drivers/junos/limits.h"
#include "drivers/junos/statement.h"
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

/// Queues that any of the systems has: eight for unicast and those for multicast.
inline constexpr std::size_t queues_at_most = 16;
/// Entries of one list that are looked at; no device takes as many.
inline constexpr int points_at_most = 64;

/// A forwarding class: the model's traffic class has the number of its queue.
struct ForwardingClass {
    std::string_view name;
    Setting<std::uint8_t> queue;
    Setting<bool> lossless; ///< no-loss
    Setting<std::uint8_t> pfc_priority; ///< unread where none is written
};

/// A scheduler, as a queue uses it.
struct QueueScheduler {
    Ref scheduler;
    Setting<Ref> ecn;
};

/// The units of a port that `interfaces` configures, by their numbers.
using Units = std::vector<std::string_view>;

/// What class-of-service binds to one port. Ports with equal bindings share everything that follows from them.
struct Binding {
    const Statement* block = nullptr; ///< the most particular block that is about the port
    const Statement* profile = nullptr; ///< congestion-notification-profile
    const Statement* dscp = nullptr; ///< classifiers
    const Statement* pcp = nullptr;
    const Statement* fixed = nullptr; ///< forwarding-class
    const Statement* rewrite = nullptr;
    std::vector<const Statement*> scheduler_maps;
    bool units_differ = false; ///< its units have different classifiers
};

/// Everything that one reading of a device has in hand.
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
        no_classifier = origins.unread(
            "no classifier is bound to it, and which default one applies depends on the hardware");
    }

    Device& device;
    std::vector<SyntaxProblem>& problems;
    const Statement& root;
    Defaults defaults;
    /// The units of each port that `interfaces` configures, by the port's index; none where the file has none of it.
    std::unordered_map<std::uint32_t, Units> units;
    // Origins that many ports share.
    OriginId class_is_queue;
    OriginId group_is_priority;
    OriginId one_lossy_group;
    OriginId pfc_is_off;
    OriginId no_classifier;
    std::unordered_map<std::string_view, ForwardingClass> classes;
    /// By queue, the class that stands for it: a written one before a default one, a lossless one before a lossy one.
    std::array<const ForwardingClass*, queues_at_most> class_of_queue{};
    std::unordered_map<std::string_view, std::uint32_t> dscp_classifiers; ///< in Device::maps
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
    std::vector<std::vector<const Statement*>>
        blocks; ///< by port: what class-of-service says about it, the most particular first
    std::unordered_set<std::string_view>
        classifying_filters; ///< firewall filters that set forwarding classes
    std::unordered_set<const Statement*> rejected; ///< that were told of
    LostNames lost_names;
    NameBook names; ///< that ports and other profiles use

    /// The origin of a value that this statement states, also for another one that it was inherited by.
    [[nodiscard]] OriginId here(const Statement& statement)
    {
        return statement.via.somewhere() ? device.origins.inherited(statement.via, statement.at)
                                         : device.origins.explicit_at(statement.at);
    }
    /// As a port has it that `reference` binds to the statement.
    [[nodiscard]] OriginId through(const Statement& reference, Span at)
    {
        return device.origins.inherited(reference.at, at);
    }
    /// The default of what the statement lacks; a null one is not there to lack it.
    template <class T>
    [[nodiscard]] Setting<T> lacking(const Statement* stanza, Default name, T usual)
    {
        Setting<T> absent = defaults.value(name, usual);
        if (stanza != nullptr)
            absent.origin = device.origins.lacking(absent.origin, stanza->at);
        return absent;
    }
    /// A value that makes no sense: a problem, and the line is not understood.
    void reject(const Statement& statement, std::string message)
    {
        if (!rejected.insert(&statement).second)
            return;
        problems.push_back({SyntaxProblem::Severity::error, statement.at, std::move(message)});
        if (statement.node != nullptr)
            statement.node->mark(CoverageState::unrecognised);
    }
    /// A value that the device does not take, told once.
    void warn(const Statement& statement, std::string message)
    {
        if (rejected.insert(&statement).second)
            problems.push_back({SyntaxProblem::Severity::warning, statement.at, std::move(message)});
    }
    /// The origin of what `reference` names and nothing defines (see LostNames).
    OriginId lost(const Statement& reference, std::string_view what, std::string_view name);
};

/// The blocks of this name on the outermost level, or null.
[[nodiscard]] const Statement* class_of_service(const Config& config);

/// A number of the statement's value, or nothing (and a problem).
[[nodiscard]] std::optional<std::uint64_t> number_of(
    Config& config, const Statement& statement, std::uint64_t most);
/// The same of a value with a known range: a number out of it is told and kept, up to what the statement can hold.
[[nodiscard]] std::optional<std::uint64_t> number_of(
    Config& config, const Statement& statement, const Limit& limit, std::uint64_t holds);
/// "16g", "400m", "100k", "1000000".
[[nodiscard]] std::optional<BitsPerSecond> parse_rate(std::string_view text);
/// A code point as bits ("011010") or by a standard name ("ef", "af31"); of `bits` bits.
[[nodiscard]] std::optional<std::uint8_t> parse_point(std::string_view text, unsigned bits);
/// Whether other product lines have a forwarding class of this name by default; its queue differs between them.
[[nodiscard]] bool is_class_of_other_hardware(std::string_view name);
/// What the name says about the kind of port ("et-0/0/0:1", "ae3", "irb").
[[nodiscard]] PortKind kind_of(std::string_view name);

// Statements to Config and Device, in this order.

void read_forwarding_classes(Config& config);
void read_classifiers(Config& config);
void read_schedulers(Config& config);
void read_buffers(Config& config);
void read_interfaces(Config& config);
void bind_ports(Config& config);
void read_forwarding(Config& config);

/// The speed that a statement gives ("400g", "10m"); unread for `auto`, which leaves it to the optic, and for null.
[[nodiscard]] Setting<BitsPerSecond> speed_of(Config& config, const Statement* speed);
/// Gives ports without a speed of their own the one of the chassis level, or of the port that they are a channel of.
void inherit_speeds(Config& config);
/// What these blocks of class-of-service, the most particular first, bind to a port.
[[nodiscard]] Binding binding_of(
    const Config& config, const std::vector<const Statement*>& blocks, const Units& units);
/// The units of the port, or those of its bundle; none where no file configures any, so that every unit counts.
[[nodiscard]] Units units_of(const Config& config, std::uint32_t port);
/// PFC, watchdog and priority groups of a port with this congestion-notification profile, or without any.
void bind_pfc(Config& config, const Binding& binding, Port& port);
/// Whether a congestion notification profile pauses by 802.1p alone.
[[nodiscard]] bool is_keyed_on_pcp(const Statement& profile);
/// Takes the pause off a port without VLAN tags that classifies by DSCP, where its profile is keyed on 802.1p alone.
void drop_pause_of_tags(Config& config, const Binding& binding, Port& port);
/// The watchdog of that profile.
void bind_watchdog(Config& config, const Binding& binding, const Statement* profile, PfcWatchdog& watchdog);
/// Marks the packet sizes of that profile as not modelled where the port has larger packets.
void bind_largest_packet(Config& config, const Binding& binding, Port& port);
/// Queues of a port with these scheduler maps.
void bind_queues(Config& config, const Binding& binding, Port& port);
/// Fills Device::unbound, once every port is bound.
void find_unbound(Config& config);
/// The name of a drop profile that begins and ends with these points, the first in the alphabet; empty where none does.
[[nodiscard]] std::string_view drop_profile_with(Config& config, const EcnShares& shares);

}
