// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/lines.h"
#include "drivers/os10/grammar.h"
#include "models/fabric/priority.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::os10 {

/// A block that a name stands for: a class of a policy-map, a map, a profile. Of all of its blocks, which a switch takes together.
struct Block {
    std::string_view name;
    const line_cli::Stanza* stanza = nullptr; ///< the last that it stands in
    const line_cli::Fact* header = nullptr; ///< of a class, its own header
    std::vector<const line_cli::Fact*> facts;

    /// The last line of this kind, or null.
    [[nodiscard]] const line_cli::Fact* find(Says what) const;
};

/// A policy-map.
struct Policy {
    std::string_view name;
    const line_cli::Stanza* stanza = nullptr; ///< the last
    const line_cli::Fact* header = nullptr; ///< of the first
    std::vector<Block> classes; ///< in their order
};

/// What is bound by its name, each kind with names of its own.
class Policies {
public:
    /// Takes the stanza, if it is of one of them.
    void add(const line_cli::Lines& lines, const line_cli::Stanza& stanza);

    [[nodiscard]] const Policy* network(std::string_view name) const { return find(networks_, name); }
    [[nodiscard]] const Policy* queuing(std::string_view name) const { return find(queuings_, name); }
    [[nodiscard]] const Block* pcp_map(std::string_view name) const { return find(pcp_maps_, name); }
    [[nodiscard]] const Block* dscp_map(std::string_view name) const { return find(dscp_maps_, name); }
    [[nodiscard]] const Block* traffic_map(std::string_view name) const { return find(traffic_maps_, name); }
    [[nodiscard]] const Block* wred(std::string_view name) const { return find(wreds_, name); }
    [[nodiscard]] const Block* group_map(std::string_view name) const { return find(group_maps_, name); }
    [[nodiscard]] const Block* queue_map(std::string_view name) const { return find(queue_maps_, name); }
    /// The only map of this field that is defined, or null.
    [[nodiscard]] const Block* only_trust_map(bool dscp) const
    {
        const Named<Block>& maps = dscp ? dscp_maps_ : pcp_maps_;
        return maps.size() == 1 ? &maps.begin()->second : nullptr;
    }
    /// The qos-groups of a class of a network-qos policy; nothing: its class-map is not in the files, or matches none.
    [[nodiscard]] std::optional<PrioritySet> groups_of(std::string_view class_name) const;
    [[nodiscard]] std::optional<std::uint8_t> queue_of(std::string_view class_name) const;
    /// The class-map of its type that matches this and nothing else, or null.
    [[nodiscard]] const Block* map_of_group(std::uint8_t group) const;
    [[nodiscard]] const Block* map_of_queue(std::uint8_t queue) const;
    [[nodiscard]] const Block* class_of_queue(const Policy& policy, std::uint8_t queue) const;

private:
    template <class T>
    using Named = std::unordered_map<std::string_view, T>;
    template <class T>
    static const T* find(const Named<T>& all, std::string_view name)
    {
        const auto found = all.find(name);
        return found == all.end() ? nullptr : &found->second;
    }
    static void add_policy(Named<Policy>& all, const line_cli::Lines& lines, const line_cli::Stanza& stanza);
    static void add_block(Named<Block>& all, const line_cli::Lines& lines, const line_cli::Stanza& stanza);
    [[nodiscard]] Named<Block>* blocks_of(Says what);

    Named<Policy> networks_;
    Named<Policy> queuings_;
    Named<Block> pcp_maps_;
    Named<Block> dscp_maps_;
    Named<Block> traffic_maps_;
    Named<Block> wreds_;
    Named<Block> group_maps_;
    Named<Block> queue_maps_;
};

}
