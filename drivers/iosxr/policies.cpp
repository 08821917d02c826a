// SPDX-License-Identifier: Apache-2.0
// What class-maps match, what policies refer to, and which ports a location has.
#include "drivers/iosxr/policies.h"

#include "drivers/line_cli/read/policy_entries.h"

#include <algorithm>
#include <iterator>

namespace rocelint::iosxr {
namespace {

// "0/1" of 0/1/CPU0 and of FourHundredGigE0/1/0/3: the rack and the slot.
std::string_view slot_of(std::string_view place)
{
    place.remove_prefix(std::min(place.find_first_of("0123456789"), place.size()));
    const std::size_t rack = place.find('/');
    return rack == std::string_view::npos ? std::string_view{} : place.substr(0, place.find('/', rack + 1));
}

line_cli::AccessMatch match_of_line(const Fact& line, const AccessLists& lists)
{
    switch (says(line)) {
    case LineKind::match_dscp:
        return {.dscps = {line.value()}};
    case LineKind::match_precedence:
        return {.dscps = line_cli::dscps_of_precedences(line.value())};
    case LineKind::match_list: {
        const auto list = lists.find({line.node->key.find(" ipv6 ") != std::string_view::npos, line.text});
        return list == lists.end() ? line_cli::any_packet_may_match()
                                   : line_cli::read_access_list(*list->second);
    }
    // Packets of RoCE have no label here, and their CoS counts elsewhere.
    case LineKind::match_label:
    case LineKind::match_cos:
        return {};
    default:
        return line_cli::any_packet_may_match();
    }
}

}

bool is_own_location(std::string_view location, std::string_view port)
{
    const std::string_view slot = slot_of(location);
    return !slot.empty() && slot == slot_of(port);
}

bool is_shared_location(std::string_view location, std::string_view port)
{
    const std::string_view slot = slot_of(location);
    const std::size_t at = slot.find("/RP");
    const std::string_view own = slot_of(port);
    return at != std::string_view::npos && own.ends_with("/0")
        && own.substr(0, own.size() - 2) == slot.substr(0, at);
}

ClassMatch match_of(const Block& class_map, const AccessLists& lists)
{
    const std::vector<const Fact*> lines = line_cli::conditions_of(class_map);
    ClassMatch match;
    bool any_without_roce = false;
    for (const Fact* line : lines) {
        if (line->sense == Sense::unread) {
            match.packets.add(line_cli::any_packet_may_match());
            continue;
        }
        const line_cli::AccessMatch packets = match_of_line(*line, lists);
        const bool by_cos = says(*line) == LineKind::match_cos;
        any_without_roce = any_without_roce || (packets.takes_no_roce() && !by_cos);
        if (by_cos)
            match.pcps = match.pcps | PrioritySet{static_cast<std::uint8_t>(line->value())};
        match.packets.add(packets);
    }
    if (!line_cli::needs_all_conditions(class_map, false) || lines.size() <= 1)
        return match;
    // If several conditions must all hold, the model can represent only one.
    return any_without_roce ? ClassMatch{}
                            : ClassMatch{.packets = line_cli::any_packet_may_match(), .pcps = {}};
}

namespace {

constexpr int most_levels = 3; // a policy, the one of its class and the one of that one's

// The policy that the only class of another one refers to, from the outermost on. `visit` takes the lines of that class.
template <class Visit>
const Block* innermost(const Blocks& blocks, std::string_view name, Visit&& visit)
{
    const Block* policy = blocks.find(LineKind::policy_map, name);
    for (int level = 1; policy != nullptr && level < most_levels; ++level) {
        const Block* rest = policy->find_inner(class_of_all);
        const Fact* child = rest == nullptr ? nullptr : rest->find(LineKind::child);
        // Classes beside the one for all packets are those that count.
        if (child == nullptr || policy->inner.size() != 1)
            break;
        visit(*rest);
        policy = blocks.find(LineKind::policy_map, child->text);
    }
    return policy;
}

}

const Block* find_policy(const Blocks& blocks, std::string_view name)
{
    return innermost(blocks, name, [](const Block&) {});
}

std::vector<const Block*> outer_lines(const Blocks& blocks, std::string_view name)
{
    std::vector<const Block*> outer;
    innermost(blocks, name, [&](const Block& lines) { outer.push_back(&lines); });
    return outer;
}

NestedPolicy policy_of_class(const Blocks& blocks, const Block& lines)
{
    const Fact* child = lines.find(LineKind::child);
    return child == nullptr ? NestedPolicy{}
                            : NestedPolicy{true, blocks.find(LineKind::policy_map, child->text)};
}

bool NestedPolicy::may_have(LineKind kind) const
{
    if (!stated)
        return false;
    return policy == nullptr || std::ranges::any_of(policy->inner, [kind](const Block& lines) {
        return lines.find(kind) != nullptr || lines.find(LineKind::child) != nullptr;
    });
}

const Block* NestedPolicy::only_class() const
{
    return policy != nullptr && policy->inner.size() == 1 ? policy->find_inner(class_of_all) : nullptr;
}

const Block* class_of_queue(const Blocks& blocks, const Block& policy, std::uint8_t number)
{
    for (const Block& lines : policy.inner) {
        const Block* map = blocks.find(LineKind::class_map, lines.name);
        const Fact* line = map == nullptr ? nullptr : map->find(LineKind::match_class);
        if (line != nullptr && line->sense == Sense::set && (line->value() >> number & 1U) != 0)
            return &lines;
    }
    return number == 0 ? policy.find_inner(class_of_all) : nullptr;
}

}
