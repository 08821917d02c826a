// SPDX-License-Identifier: Apache-2.0
// Finds the meaning of class-maps, and of the classes of policies of the three types.
#include "drivers/nxos/policies.h"

#include "drivers/line_cli/read/policy_entries.h"
#include "models/fabric/member_places.h"

#include <algorithm>
#include <bit>

namespace rocelint::nxos {

namespace {

std::uint8_t group_of(const Blocks& blocks, LineKind map, std::string_view class_name)
{
    const Block* block = blocks.find(map, class_name);
    const Fact* line = block == nullptr ? nullptr : block->find(LineKind::match_group);
    return line != nullptr && line->sense == Sense::set ? static_cast<std::uint8_t>(line->value())
                                                        : group_of_name(class_name);
}

}

std::uint8_t network_group(const Blocks& blocks, std::string_view class_name)
{
    return group_of(blocks, LineKind::group_map, class_name);
}

std::uint8_t queue_group(const Blocks& blocks, std::string_view class_name)
{
    return group_of(blocks, LineKind::queue_map, class_name);
}

bool has_four_queues(const Blocks& blocks)
{
    const auto is_small = [](const Block& policy) {
        return std::ranges::any_of(policy.inner, is_of_four_queues, &Block::name);
    };
    return std::ranges::any_of(
        std::initializer_list<LineKind>{LineKind::queuing_policy, LineKind::network_policy},
        [&](LineKind kind) { return blocks.find_if(kind, is_small) != nullptr; });
}

namespace {

// Returns the priorities of a pause line: `pause pfc-cos 3`, or after the three sizes of `pause buffer-size …
// pfc-cos 3`.
const line_cli::Value& priorities_of(const Fact& pause)
{
    return pause.values[says(pause) == LineKind::pause_buffer ? 3 : 0];
}

}

PrioritySet NetworkClass::pauses() const
{
    if (pause == nullptr || unknown())
        return {};
    return PrioritySet{static_cast<std::uint8_t>(priorities_of(*pause).number)};
}

bool NetworkClass::unknown() const
{
    return pause != nullptr && (pause->sense == Sense::unread || !priorities_of(*pause).written());
}

PrioritySet NetworkQos::pauses() const
{
    PrioritySet all;
    for (const NetworkClass& each : groups)
        all = all | each.pauses();
    return all;
}

Span NetworkQos::pause_line() const
{
    Span last;
    for (const NetworkClass& each : groups)
        last = each.pauses().empty() ? last : each.pause->at;
    return last;
}

MemberPlaces NetworkQos::pause_lines() const
{
    MemberPlaces lines{};
    for (const NetworkClass& each : groups) {
        for (const Priority priority : each.pauses())
            lines.at(priority) = each.pause->at;
    }
    return lines;
}

bool NetworkQos::any_unknown() const { return std::ranges::any_of(groups, &NetworkClass::unknown); }

Match match_of(const Block& class_map, const std::unordered_map<std::string_view, const Node*>& lists)
{
    const std::vector<const Fact*> lines = line_cli::conditions_of(class_map);
    Match match;
    match.nothing = lines.empty();
    bool any_without_roce = false;
    for (const Fact* line : lines) {
        const std::uint64_t bits = line->value();
        if (line->sense == Sense::unread) {
            match.packets.add(line_cli::any_packet_may_match());
            continue;
        }
        switch (says(*line)) {
        case LineKind::match_dscp:
            match.packets.add({.dscps = {bits}});
            break;
        case LineKind::match_cos:
            match.pcps = match.pcps | PrioritySet{static_cast<std::uint8_t>(bits)};
            break;
        case LineKind::match_precedence:
            match.packets.add({.dscps = line_cli::dscps_of_precedences(bits)});
            break;
        case LineKind::match_list: {
            const auto list = lists.find(line->text);
            const line_cli::AccessMatch access = list == lists.end()
                ? line_cli::any_packet_may_match()
                : line_cli::read_access_list(*list->second);
            any_without_roce = any_without_roce || access.takes_no_roce();
            match.packets.add(access);
            break;
        }
        default:
            match.packets.add(line_cli::any_packet_may_match());
        }
    }
    if (!line_cli::needs_all_conditions(class_map, true) || lines.size() <= 1)
        return match;
    if (any_without_roce)
        return {};
    // The model can represent only one of several conditions that must all hold. But packets without a VLAN
    // tag never match a CoS, and packets of another DSCP or CoS do not match either.
    Match one{.packets = line_cli::any_packet_may_match()};
    const auto of_cos = std::ranges::find_if(lines,
        [](const Fact* line) { return says(*line) == LineKind::match_cos && line->sense == Sense::set; });
    if (of_cos == lines.end())
        return one;
    one.tagged = *of_cos;
    one.tagged_pcps = match.pcps;
    if (!match.other() && !match.packets.everything && !match.packets.dscps.empty())
        one.packets.dscps = one.packets.possible = match.packets.dscps;
    return one;
}

}
