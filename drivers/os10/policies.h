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

/// A named block: a class of a policy-map, a map, or a profile. Merges all blocks of the name, as a switch
/// does.
struct Block {
    std::string_view name;
    const line_cli::Stanza* stanza = nullptr; ///< the last one that contains it
    const line_cli::Fact* header = nullptr; ///< for a class, its own header
    std::vector<const line_cli::Fact*> facts;

    /// Returns the last line of this kind, or null.
    [[nodiscard]] const line_cli::Fact* find(Says what) const;
};

/// A policy-map.
struct Policy {
    std::string_view name;
    const line_cli::Stanza* stanza = nullptr; ///< the last block
    const line_cli::Fact* header = nullptr; ///< header of the first block
    std::vector<Block> classes; ///< in order
};

/// Everything that is bound by name. Each kind has its own namespace.
class Policies {
public:
    /// Adds the stanza if it is of one of these kinds.
    void add(const line_cli::Lines& lines, const line_cli::Stanza& stanza);

    [[nodiscard]] const Policy* network(std::string_view name) const { return find(networks_, name); }
    [[nodiscard]] const Policy* queuing(std::string_view name) const { return find(queuings_, name); }
    [[nodiscard]] const Block* pcp_map(std::string_view name) const { return find(pcp_maps_, name); }
    [[nodiscard]] const Block* dscp_map(std::string_view name) const { return find(dscp_maps_, name); }
    [[nodiscard]] const Block* traffic_map(std::string_view name) const { return find(traffic_maps_, name); }
    [[nodiscard]] const Block* wred(std::string_view name) const { return find(wreds_, name); }
    [[nodiscard]] const Block* group_map(std::string_view name) const { return find(group_maps_, name); }
    [[nodiscard]] const Block* queue_map(std::string_view name) const { return find(queue_maps_, name); }
    /// Returns the map of this field if exactly one is defined, else null.
    [[nodiscard]] const Block* only_trust_map(bool dscp) const
    {
        const Named<Block>& maps = dscp ? dscp_maps_ : pcp_maps_;
        return maps.size() == 1 ? &maps.begin()->second : nullptr;
    }
    /// Returns the qos-groups of a class of a network-qos policy. Nothing if its class-map is not in the
    /// files, or matches none.
    [[nodiscard]] std::optional<PrioritySet> groups_of(std::string_view class_name) const;
    [[nodiscard]] std::optional<std::uint8_t> queue_of(std::string_view class_name) const;
    /// Returns the class-map of its type that matches only this number, or null.
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
