// SPDX-License-Identifier: Apache-2.0
// Moves code points between the class-maps of a policy, which all ports that name the policy share.
#include "drivers/nxos/policy_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nxos {
namespace {

using line_cli::Fact;
using line_cli::fact_of;

std::uint64_t bit(std::uint8_t point) { return std::uint64_t{1} << point; }

}

std::string PolicyEditor::refuse_for_other_policies(const Block& policy, std::string_view class_name) const
{
    const Block* other = blocks().find_if(LineKind::classifier,
        [&](const Block& each) { return &each != &policy && each.find_inner(class_name) != nullptr; });
    return other == nullptr
        ? std::string{}
        : fmt::format("class-map {} is one of policy-map {} too", class_name, other->name);
}

std::string PolicyEditor::take_out(const Block& policy, LineKind match, std::uint8_t point)
{
    for (const Block& lines : policy.inner) {
        const Block* map = class_map(lines.name);
        if (map == nullptr)
            continue;
        for (const Fact* line : matches_of(*map)) {
            if (says(*line) == LineKind::match_list || says(*line) == LineKind::match_other
                || (says(*line) == LineKind::match_precedence && match == LineKind::match_dscp))
                return fmt::format("class-map {} looks at more than single points", lines.name);
            if (says(*line) != match || (line->value() & bit(point)) == 0)
                continue;
            std::string reason = refuse_for_other_policies(policy, lines.name);
            if (reason.empty())
                reason = keep_members(*map, *line, 0, line->value() & ~bit(point));
            if (!reason.empty())
                return reason;
        }
    }
    return {};
}

std::string PolicyEditor::put_in(const Block& class_map, LineKind match, std::uint8_t point)
{
    const std::vector<const Fact*> matches = matches_of(class_map);
    const auto line = std::ranges::find(matches, match, [](const Fact* fact) { return says(*fact); });
    if (line != matches.end())
        return keep_members(class_map, **line, 0, (*line)->value() | bit(point));
    if (matches_all(class_map) && !matches.empty())
        return "the class-map is match-all: a packet would have to be of both";
    return put(class_map, fact_of(match, {bit(point)}));
}

std::string PolicyEditor::move_point(
    const Block& policy, LineKind match, std::uint8_t point, std::uint8_t group)
{
    if (std::string reason = take_out(policy, match, point); !reason.empty())
        return reason;
    const auto sets_group = [&](const Block& lines) {
        const Fact* line = lines.find(LineKind::set_group);
        return (line == nullptr ? 0 : line->value()) == group;
    };
    const Block* rest = policy.find_inner("class-default");
    if (rest == nullptr ? group == 0 : sets_group(*rest))
        return {};
    const Block* beside = nullptr;
    for (const Block& lines : policy.inner) {
        const Block* map = class_map(lines.name);
        if (map != nullptr && sets_group(lines)) {
            std::string reason = refuse_for_other_policies(policy, lines.name);
            return reason.empty() ? put_in(*map, match, point) : reason;
        }
        beside = map == nullptr ? beside : map;
    }
    const std::string name = fmt::format("QOS-GROUP-{}", group);
    if (class_map(name) != nullptr)
        return fmt::format("class-map {} is there already, and not of this policy", name);
    if (beside == nullptr)
        return "the policy has no class-map beside which one could stand";
    Fact header = named(LineKind::class_map, name);
    header.values[0] = line_cli::Value::of(0);
    make(*beside->stanza, header, {fact_of(match, {bit(point)})});
    return put_inner(policy, fmt::format("class {}", name), group, {fact_of(LineKind::set_group, {group})});
}

}
