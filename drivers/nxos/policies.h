// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/lines.h"
#include "drivers/nxos/grammar.h"
#include "models/fabric/device.h"
#include "models/fabric/member_places.h"

#include <array>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::nxos {

/// One class of a policy-map, of all its blocks.
struct ClassLines {
    std::string_view name;
    const line_cli::Fact* header = nullptr;
    std::vector<const line_cli::Fact*> facts;

    /// The last line of this kind, or null.
    [[nodiscard]] const line_cli::Fact* find(Says what) const;
};

/// A policy-map: all of its blocks, which a switch takes together.
struct Policy {
    std::string_view name;
    const line_cli::Stanza* stanza = nullptr; ///< the last
    const line_cli::Fact* header = nullptr; ///< of the first
    std::vector<ClassLines> classes; ///< in their order

    [[nodiscard]] const ClassLines* find(std::string_view class_name) const;
};

/// A class-map of type qos.
struct ClassMapLines {
    const line_cli::Stanza* stanza = nullptr; ///< the last
    const line_cli::Fact* header = nullptr;
    bool all = false; ///< all of its lines must hold
    std::vector<const line_cli::Fact*> matches;
};

/// Class-maps and policy-maps by their names, which do not share a space with those of another type.
class Policies {
public:
    /// Takes the stanza, if it is of one of them.
    void add(const line_cli::Lines& lines, const line_cli::Stanza& stanza);

    [[nodiscard]] const Policy* classifier(std::string_view name) const { return find(classifiers_, name); }
    [[nodiscard]] const Policy* network(std::string_view name) const { return find(networks_, name); }
    [[nodiscard]] const Policy* queuing(std::string_view name) const { return find(queuings_, name); }
    [[nodiscard]] const ClassMapLines* class_map(std::string_view name) const;
    /// The qos-group of a class of a network-qos or queuing policy, by its own name or its class-map. 0xff: it is not known.
    [[nodiscard]] std::uint8_t network_group(std::string_view name) const;
    [[nodiscard]] std::uint8_t queue_group(std::string_view name) const;
    /// Whether a class-map of type network-qos has this name, whatever it matches.
    [[nodiscard]] bool has_network_map(std::string_view name) const { return network_maps_.contains(name); }
    [[nodiscard]] bool has_four_queues() const { return four_queues_; }
    [[nodiscard]] const std::vector<std::string_view>& classifier_names() const { return classifier_names_; }

private:
    using Named = std::unordered_map<std::string_view, Policy>;
    static const Policy* find(const Named& all, std::string_view name);
    void add_policy(Named& all, const line_cli::Lines& lines, const line_cli::Stanza& stanza);

    Named classifiers_;
    Named networks_;
    Named queuings_;
    std::vector<std::string_view> classifier_names_; ///< in their order
    std::unordered_map<std::string_view, ClassMapLines> class_maps_;
    std::unordered_map<std::string_view, std::uint8_t> network_groups_;
    std::unordered_map<std::string_view, std::uint8_t> queue_groups_;
    std::unordered_set<std::string_view> network_maps_;
    bool four_queues_ = false;
};

/// What a class of the network-qos policy in force says.
struct NetworkClass {
    Span header;
    const line_cli::Fact* pause = nullptr; ///< the last line that makes it no-drop, or null
    const line_cli::Fact* buffer = nullptr;
    const line_cli::Fact* mtu = nullptr;

    /// The priorities that the pause line names; none where there is no such line.
    [[nodiscard]] PrioritySet pauses() const;
    /// It is no-drop, and its line does not name the priorities.
    [[nodiscard]] bool unknown() const;
};

/// The network-qos policy in force.
struct NetworkQos {
    const Policy* policy = nullptr; ///< null: the one that the switch comes with
    const line_cli::Fact* binding = nullptr; ///< of `system qos`
    bool lost = false; ///< nothing defines it, or a class of it
    OriginId why_lost;
    std::array<NetworkClass, 8> groups;

    /// All priorities with pause.
    [[nodiscard]] PrioritySet pauses() const;
    /// The line of the last class that says so, or nowhere.
    [[nodiscard]] Span pause_line() const;
    /// The line of the class that says so, by priority.
    [[nodiscard]] MemberPlaces pause_lines() const;
    [[nodiscard]] bool any_unknown() const;
};

/// What a packet must have to be in a class-map, as far as DSCP and CoS tell.
struct Match {
    DscpSet dscps;
    PrioritySet pcps;
    bool everything = false;
    bool other = false; ///< something else than DSCP and CoS counts
    bool nothing = false; ///< no line at all
    const line_cli::Fact* tagged
        = nullptr; ///< it asks for this CoS besides, which only packets with a VLAN tag have
};
/// `lists`: access lists by name.
[[nodiscard]] Match match_of(
    const ClassMapLines& lines, const std::unordered_map<std::string_view, const Node*>& lists);

}
