// SPDX-License-Identifier: Apache-2.0
// Builds class-maps and policy-maps of the three types from the blocks that state them.
#include "drivers/nxos/policies.h"

#include "drivers/line_cli/class_policy.h"
#include "models/fabric/member_places.h"

#include <algorithm>
#include <bit>

namespace rocelint::nxos {

using line_cli::Fact;
using line_cli::Sense;

const Fact* ClassLines::find(Says what) const
{
    const Fact* found = nullptr;
    for (const Fact* fact : facts) {
        if (says(*fact) == what && (found == nullptr || found->statement != &line_cli::unmodelled))
            found = fact->sense == Sense::clear ? nullptr : fact;
    }
    return found;
}

const ClassLines* Policy::find(std::string_view class_name) const
{
    const auto found = std::ranges::find(classes, class_name, &ClassLines::name);
    return found == classes.end() ? nullptr : &*found;
}

const Policy* Policies::find(const Named& all, std::string_view name)
{
    const auto found = all.find(name);
    return found == all.end() ? nullptr : &found->second;
}

void Policies::add_policy(Named& all, const line_cli::Lines& lines, const line_cli::Stanza& stanza)
{
    const Fact& header = lines.header(stanza);
    Policy& policy = all[header.text];
    if (policy.header == nullptr) {
        policy.name = header.text;
        policy.header = &header;
    }
    policy.stanza = &stanza;
    ClassLines* open = nullptr;
    for (const Fact& fact : lines.inside(stanza)) {
        if (says(fact) != Says::class_) {
            if (open != nullptr && fact.block == open->header->node)
                open->facts.push_back(&fact);
            continue;
        }
        open = nullptr;
        const auto same = std::ranges::find(policy.classes, fact.text, &ClassLines::name);
        if (fact.sense != Sense::set) {
            if (same != policy.classes.end())
                policy.classes.erase(same);
            continue;
        }
        four_queues_ = four_queues_ || is_of_four_queues(fact.text);
        open = same == policy.classes.end() ? &policy.classes.emplace_back(ClassLines{fact.text, nullptr, {}})
                                            : &*same;
        open->header = &fact;
    }
}

void Policies::add(const line_cli::Lines& lines, const line_cli::Stanza& stanza)
{
    const Fact& header = lines.header(stanza);
    if (header.sense != Sense::set)
        return;
    switch (says(header)) {
    case Says::classifier:
        if (classifiers_.find(header.text) == classifiers_.end())
            classifier_names_.push_back(header.text);
        return add_policy(classifiers_, lines, stanza);
    case Says::network_policy:
        return add_policy(networks_, lines, stanza);
    case Says::queuing_policy:
        return add_policy(queuings_, lines, stanza);
    case Says::class_map: {
        ClassMapLines& map = class_maps_[header.text];
        map.stanza = &stanza;
        map.header = map.header == nullptr ? &header : map.header;
        map.all = !header.values[0].written() || header.value(0) != 0;
        for (const Fact& fact : lines.inside(stanza)) {
            if (fact.sense == Sense::set || fact.sense == Sense::unread)
                map.matches.push_back(&fact);
        }
        return;
    }
    case Says::group_map:
    case Says::queue_map:
        if (says(header) == Says::group_map)
            network_maps_.insert(header.text);
        for (const Fact& fact : lines.inside(stanza)) {
            if (says(fact) == Says::match_group && fact.sense == Sense::set)
                (says(header) == Says::group_map ? network_groups_ : queue_groups_)[header.text]
                    = static_cast<std::uint8_t>(fact.value());
        }
        return;
    default:
        return;
    }
}

const ClassMapLines* Policies::class_map(std::string_view name) const
{
    const auto found = class_maps_.find(name);
    return found == class_maps_.end() ? nullptr : &found->second;
}

std::uint8_t Policies::network_group(std::string_view name) const
{
    const auto found = network_groups_.find(name);
    return found == network_groups_.end() ? group_of_name(name) : found->second;
}

std::uint8_t Policies::queue_group(std::string_view name) const
{
    const auto found = queue_groups_.find(name);
    return found == queue_groups_.end() ? group_of_name(name) : found->second;
}

namespace {

// Returns the priorities of a pause line: `pause pfc-cos 3`, or after the three sizes of `pause buffer-size …
// pfc-cos 3`.
const line_cli::Value& priorities_of(const Fact& pause)
{
    return pause.values[says(pause) == Says::pause_buffer ? 3 : 0];
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

Match match_of(const ClassMapLines& lines, const std::unordered_map<std::string_view, const Node*>& lists)
{
    Match match;
    match.nothing = lines.matches.empty();
    for (const Fact* line : lines.matches) {
        const std::uint64_t bits = line->value();
        if (line->sense == Sense::unread) {
            match.other = true;
            continue;
        }
        switch (says(*line)) {
        case Says::match_dscp:
            match.dscps = match.dscps | DscpSet{bits};
            break;
        case Says::match_cos:
            match.pcps = match.pcps | PrioritySet{static_cast<std::uint8_t>(bits)};
            break;
        // RFC 2474, section 4.2.2: the precedence is the first three bits of the DSCP.
        case Says::match_precedence:
            for (const Priority precedence : PrioritySet{static_cast<std::uint8_t>(bits)})
                match.dscps = match.dscps | DscpSet{std::uint64_t{0xff} << (precedence * 8)};
            break;
        case Says::match_list: {
            const auto list = lists.find(line->text);
            const line_cli::AccessMatch access
                = list == lists.end() ? line_cli::AccessMatch{} : line_cli::read_access_list(*list->second);
            match.other = match.other || !access.by_dscp_alone;
            match.everything = match.everything || access.everything;
            match.dscps = match.dscps | access.dscps;
            break;
        }
        default:
            match.other = true;
        }
    }
    if (!lines.all || lines.matches.size() <= 1)
        return match;
    // The model can represent only one of several conditions that must all hold. But packets without a VLAN
    // tag never match a CoS.
    const auto of_cos = std::ranges::find_if(
        lines.matches, [](const Fact* line) { return says(*line) == Says::match_cos; });
    const bool understood = !match.other && of_cos != lines.matches.end() && !match.dscps.empty();
    return {.dscps = understood ? match.dscps : DscpSet{},
        .other = true,
        .tagged = understood ? *of_cos : nullptr};
}

}
