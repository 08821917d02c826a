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

/// One class of a policy-map, from all its blocks.
struct ClassLines {
    std::string_view name;
    const line_cli::Fact* header = nullptr;
    std::vector<const line_cli::Fact*> facts;

    /// Returns the last line of this kind, or null.
    [[nodiscard]] const line_cli::Fact* find(Says what) const;
};

/// A policy-map, from all its blocks, which a switch merges.
struct Policy {
    std::string_view name;
    const line_cli::Stanza* stanza = nullptr; ///< the last block
    const line_cli::Fact* header = nullptr; ///< header of the first block
    std::vector<ClassLines> classes; ///< in order

    [[nodiscard]] const ClassLines* find(std::string_view class_name) const;
};

/// A class-map of type qos.
struct ClassMapLines {
    const line_cli::Stanza* stanza = nullptr; ///< the last block
    const line_cli::Fact* header = nullptr;
    bool all = false; ///< all conditions must hold
    std::vector<const line_cli::Fact*> matches;
};

/// Class-maps and policy-maps by name. Each type has its own namespace.
class Policies {
public:
    /// Adds the stanza if it is a class-map or policy-map.
    void add(const line_cli::Lines& lines, const line_cli::Stanza& stanza);

    [[nodiscard]] const Policy* classifier(std::string_view name) const { return find(classifiers_, name); }
    [[nodiscard]] const Policy* network(std::string_view name) const { return find(networks_, name); }
    [[nodiscard]] const Policy* queuing(std::string_view name) const { return find(queuings_, name); }
    [[nodiscard]] const ClassMapLines* class_map(std::string_view name) const;
    /// Returns the qos-group of a class of a network-qos or queuing policy, from its own name or its
    /// class-map. 0xff: unknown.
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
    std::vector<std::string_view> classifier_names_; ///< in order
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

    /// Returns the priorities that the pause line names; empty if there is no such line.
    [[nodiscard]] PrioritySet pauses() const;
    /// Whether the class is no-drop without naming its priorities.
    [[nodiscard]] bool unknown() const;
};

/// The network-qos policy in force.
struct NetworkQos {
    const Policy* policy = nullptr; ///< null: the switch's default policy
    const line_cli::Fact* binding = nullptr; ///< line of `system qos` that binds it
    bool lost = false; ///< the policy or one of its classes is not defined
    OriginId why_lost;
    std::array<NetworkClass, 8> groups;

    /// Returns all priorities with pause.
    [[nodiscard]] PrioritySet pauses() const;
    /// Returns the line of the last class that pauses, or nowhere.
    [[nodiscard]] Span pause_line() const;
    /// Returns the line of the class that pauses, by priority.
    [[nodiscard]] MemberPlaces pause_lines() const;
    [[nodiscard]] bool any_unknown() const;
};

/// What a class-map matches, in terms of DSCP and CoS.
struct Match {
    DscpSet dscps;
    PrioritySet pcps;
    bool everything = false;
    bool other = false; ///< a condition other than DSCP and CoS
    bool nothing = false; ///< there are no conditions
    /// The class also requires this CoS, which only packets with a VLAN tag have.
    const line_cli::Fact* tagged = nullptr;
};
/// `lists`: access lists by name.
[[nodiscard]] Match match_of(
    const ClassMapLines& lines, const std::unordered_map<std::string_view, const Node*>& lists);

}
