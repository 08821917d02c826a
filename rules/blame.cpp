// SPDX-License-Identifier: Apache-2.0
// Findings of several families name the same subjects, so that folding recognizes one cause, and show the
// same lines as evidence.
#include "rules/blame.h"

#include "models/fabric/classify.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

// Adds the line that says where a map leads from this point or, without such a line, the start of the map.
void show_entry(const Device& device,
    const Setting<Ref>& map_of_port,
    std::uint8_t point,
    std::string message,
    Diagnosis& diagnosis)
{
    const ClassMap* map = map_of_port.peek_known() ? device.map(map_of_port) : nullptr;
    if (map == nullptr || point >= map->origin.size())
        return;
    const Span entry = device.origins.span(map->origin[point]);
    const Span at = entry.somewhere() ? device.place(map->origin[point]) : map->at;
    const bool is_known = !at.somewhere() || diagnosis.at == at
        || std::ranges::any_of(
            diagnosis.related, [at](const Related& evidence) { return evidence.at == at; });
    if (!is_known)
        diagnosis.show(at, std::move(message));
}

}

std::vector<Subject> headroom_subjects(const PortContext& context, PrioritySet priorities)
{
    std::vector<Subject> subjects = context.subjects(Property::headroom, priorities);
    subjects.push_back(context.subject(Property::headroom));
    return subjects;
}

void show_class(const Device& device, const Port& port, Dscp dscp, Diagnosis& diagnosis)
{
    show_entry(device, port.dscp_to_tc, dscp, fmt::format("the class of DSCP {}", dscp), diagnosis);
}

void show_queue(const Device& device, const Port& port, std::uint8_t tc, Diagnosis& diagnosis)
{
    show_entry(device, port.tc_to_queue, tc, fmt::format("the queue of traffic class {}", tc), diagnosis);
}

void show_group(const Device& device, const Port& port, std::uint8_t tc, Diagnosis& diagnosis)
{
    show_entry(device,
        port.tc_to_priority_group,
        tc,
        fmt::format("the priority group of traffic class {}", tc),
        diagnosis);
}

void show_paused_classes(const Device& device, const Port& port, PrioritySet priorities, Diagnosis& diagnosis)
{
    for (const std::uint8_t tc : PrioritySet::all()) {
        const Setting<std::uint8_t> group = group_of_tc(device, port, tc);
        if (group.peek_known() && priorities.has(group.value))
            show_entry(device,
                port.tc_to_priority_group,
                tc,
                fmt::format("traffic class {} has priority group {}", tc, group.value),
                diagnosis);
    }
}

std::string odd_ones(const RuleContext& context, const Outliers& group)
{
    const std::string first = context.port_label(group.odd.front().port);
    return group.odd.size() == 1 ? first : fmt::format("{} (and {} more)", first, group.odd.size() - 1);
}

std::string usual_ones(const RuleContext& context, const Outliers& group, std::string_view board)
{
    return fmt::format("{} of the same board {}, such as {}",
        counted(group.others, "NIC"),
        board,
        context.port_label(group.usual.port));
}

void blame_odd_ones(
    const Outliers& group, Property property, std::string evidence, std::string fix, Diagnosis& diagnosis)
{
    for (const ComparedValue& odd : group.odd) {
        diagnosis.blame(odd.port, property);
        if (&odd != &group.odd.front())
            diagnosis.also_on.push_back(odd.port);
    }
    diagnosis.show(group.usual.at, std::move(evidence));
    diagnosis.fix = std::move(fix);
}

}
