// SPDX-License-Identifier: Apache-2.0
// Blocks that are defined once and bound by name: class-maps, policy-maps, trust and queue maps, WRED
// profiles.
#include "drivers/os10/policies.h"

#include <algorithm>

namespace rocelint::os10 {

using line_cli::Fact;
using line_cli::Sense;

const Fact* Block::find(Says what) const
{
    const Fact* found = nullptr;
    for (const Fact* fact : facts) {
        if (says(*fact) == what && (found == nullptr || found->statement != &line_cli::unmodelled))
            found = fact->sense == Sense::clear ? nullptr : fact;
    }
    return found;
}

void Policies::add_policy(Named<Policy>& all, const line_cli::Lines& lines, const line_cli::Stanza& stanza)
{
    const Fact& header = lines.header(stanza);
    Policy& policy = all[header.text];
    policy.name = header.text;
    policy.header = policy.header == nullptr ? &header : policy.header;
    policy.stanza = &stanza;
    Block* open = nullptr;
    for (const Fact& fact : lines.inside(stanza)) {
        if (says(fact) != Says::class_) {
            if (open != nullptr && fact.block == open->header->node)
                open->facts.push_back(&fact);
            continue;
        }
        open = nullptr;
        const auto same = std::ranges::find(policy.classes, fact.text, &Block::name);
        if (fact.sense != Sense::set) {
            if (same != policy.classes.end())
                policy.classes.erase(same);
            continue;
        }
        open = same == policy.classes.end() ? &policy.classes.emplace_back(Block{.name = fact.text}) : &*same;
        open->header = &fact;
        open->stanza = &stanza;
    }
}

void Policies::add_block(Named<Block>& all, const line_cli::Lines& lines, const line_cli::Stanza& stanza)
{
    const Fact& header = lines.header(stanza);
    Block& block = all[header.text];
    block.name = header.text;
    block.stanza = &stanza;
    block.header = block.header == nullptr ? &header : block.header;
    for (const Fact& fact : lines.inside(stanza))
        block.facts.push_back(&fact);
}

Policies::Named<Block>* Policies::blocks_of(Says what)
{
    switch (what) {
    case Says::pcp_map:
        return &pcp_maps_;
    case Says::dscp_map:
        return &dscp_maps_;
    case Says::traffic_map:
        return &traffic_maps_;
    case Says::wred:
        return &wreds_;
    case Says::group_map:
        return &group_maps_;
    case Says::queue_map:
        return &queue_maps_;
    default:
        return nullptr;
    }
}

void Policies::add(const line_cli::Lines& lines, const line_cli::Stanza& stanza)
{
    const Fact& header = lines.header(stanza);
    if (header.sense != Sense::set)
        return;
    if (says(header) == Says::network_policy)
        add_policy(networks_, lines, stanza);
    else if (says(header) == Says::queuing_policy)
        add_policy(queuings_, lines, stanza);
    else if (Named<Block>* blocks = blocks_of(says(header)))
        add_block(*blocks, lines, stanza);
}

std::optional<PrioritySet> Policies::groups_of(std::string_view class_name) const
{
    const Block* map = group_map(class_name);
    const Fact* line = map == nullptr ? nullptr : map->find(Says::match_group);
    if (line == nullptr || line->sense != Sense::set)
        return std::nullopt;
    return PrioritySet{static_cast<std::uint8_t>(line->value())};
}

std::optional<std::uint8_t> Policies::queue_of(std::string_view class_name) const
{
    const Block* map = queue_map(class_name);
    const Fact* line = map == nullptr ? nullptr : map->find(Says::match_queue);
    if (line == nullptr || line->sense != Sense::set)
        return std::nullopt;
    return static_cast<std::uint8_t>(line->value());
}

// If there are several, returns the one whose name sorts first, because the order of a hash table is
// arbitrary.
const Block* Policies::map_of_group(std::uint8_t group) const
{
    const Block* found = nullptr;
    for (const auto& [name, block] : group_maps_) {
        if (groups_of(name) == PrioritySet::of(group) && (found == nullptr || name < found->name))
            found = &block;
    }
    return found;
}

const Block* Policies::map_of_queue(std::uint8_t queue) const
{
    const Block* found = nullptr;
    for (const auto& [name, block] : queue_maps_) {
        if (queue_of(name) == queue && (found == nullptr || name < found->name))
            found = &block;
    }
    return found;
}

const Block* Policies::class_of_queue(const Policy& policy, std::uint8_t queue) const
{
    const auto found = std::ranges::find_if(
        policy.classes, [&](const Block& block) { return queue_of(block.name) == queue; });
    return found == policy.classes.end() ? nullptr : &*found;
}

}
