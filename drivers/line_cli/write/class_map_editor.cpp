// SPDX-License-Identifier: Apache-2.0
// Moves code points between class-maps: out of the one that has the point, into that of the class with the wanted number.
#include "drivers/line_cli/write/class_map_editor.h"

#include "drivers/line_cli/read/policy_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::line_cli {
namespace {

constexpr std::uint64_t bit_of(std::uint8_t point) { return std::uint64_t{1} << point; }

}

std::string ClassMapEditor::refuse_for_other_policies(const Block& policy, std::string_view class_name) const
{
    const Block* other = blocks_.blocks().find_if(style_.policy,
        [&](const Block& each) { return &each != &policy && each.find_inner(class_name) != nullptr; });
    return other == nullptr
        ? std::string{}
        : fmt::format("class-map {} is one of policy-map {} too", class_name, other->name);
}

bool ClassMapEditor::sets(const Block& lines, std::uint8_t number) const
{
    const Fact* line = lines.find(style_.set_class);
    return line == nullptr ? style_.initial == number : line->value() == number;
}

std::string ClassMapEditor::take_out(const Block& policy, std::uint8_t match, std::uint8_t point)
{
    for (const Block& lines : policy.inner) {
        const Block* map = class_map(lines.name);
        for (const Fact* line : map == nullptr ? std::vector<const Fact*>{} : conditions_of(*map)) {
            if (style_.is_wide(*line, match))
                return fmt::format("class-map {} looks at more than single points", lines.name);
            if (line->kind != match || (line->value() & bit_of(point)) == 0)
                continue;
            std::string reason = refuse_for_other_policies(policy, lines.name);
            if (reason.empty())
                reason = blocks_.keep_members(*map, *line, 0, line->value() & ~bit_of(point));
            if (!reason.empty())
                return reason;
        }
    }
    return {};
}

std::string ClassMapEditor::put_in(const Block& map, std::uint8_t match, std::uint8_t point)
{
    const std::vector<const Fact*> conditions = conditions_of(map);
    const auto line = std::ranges::find(conditions, match, &Fact::kind);
    if (line != conditions.end())
        return blocks_.keep_members(map, **line, 0, (*line)->value() | bit_of(point));
    if (needs_all_conditions(map, style_.needs_all) && !conditions.empty())
        return "the class-map is match-all: a packet would have to be of both";
    return blocks_.put(map, fact_of(match, {bit_of(point)}));
}

std::string ClassMapEditor::add_class(
    const Block& policy, const Block* beside, const Fact& condition, std::uint8_t number)
{
    const std::string name = fmt::format("{}-{}", style_.made_name, number);
    if (class_map(name) != nullptr)
        return fmt::format("class-map {} is there already, and not of this policy", name);
    if (beside == nullptr)
        return "the policy has no class-map beside which one could stand";
    Fact header{.kind = style_.class_map, .text = name};
    header.values[0] = Value::of(0);
    blocks_.make(*beside->stanza, header, {condition});
    return blocks_.put_inner(
        policy, fmt::format("class {}", name), number, {fact_of(style_.set_class, {number})});
}

std::string ClassMapEditor::move_point(
    const Block& policy, std::uint8_t match, std::uint8_t point, std::uint8_t number)
{
    if (std::string reason = take_out(policy, match, point); !reason.empty())
        return reason;
    const Block* rest = policy.find_inner(style_.rest);
    if (rest == nullptr ? style_.initial == number : sets(*rest, number))
        return {};
    const Block* beside = nullptr;
    for (const Block& lines : policy.inner) {
        const Block* map = class_map(lines.name);
        if (map != nullptr && sets(lines, number)) {
            std::string reason = refuse_for_other_policies(policy, lines.name);
            return reason.empty() ? put_in(*map, match, point) : reason;
        }
        beside = map == nullptr ? beside : map;
    }
    return add_class(policy, beside, fact_of(match, {bit_of(point)}), number);
}

std::string ClassMapEditor::put_in_class(
    const Block& policy, std::uint8_t number, const Fact& wanted, std::string_view what)
{
    for (const Block& lines : policy.inner) {
        const Fact* own = lines.find(style_.set_class);
        if (own != nullptr && own->value() == number)
            return blocks_.put(lines, wanted);
    }
    return fmt::format("policy-map {} has no class of {} {}", policy.name, what, number);
}

}
