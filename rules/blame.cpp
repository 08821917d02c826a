// SPDX-License-Identifier: Apache-2.0
// Findings of several families name the same subjects, so that folding recognizes one cause, and show the
// same lines as evidence.
#include "rules/blame.h"

#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

// Adds the line that says where a map leads from this point or, without such a line, the start of the map.
void show_entry(const Device& device,
    const Setting<Ref>& map_of_port,
    std::uint8_t point,
    std::string message,
    Finding& finding)
{
    const ClassMap* map = map_of_port.known_by_the_way() ? device.map(map_of_port) : nullptr;
    if (map == nullptr || point >= map->origin.size())
        return;
    const Span entry = device.origins.span(map->origin[point]);
    const Span at = entry.somewhere() ? device.place(map->origin[point]) : map->at;
    const bool is_known = !at.somewhere() || finding.at == at
        || std::ranges::any_of(finding.related, [at](const Related& evidence) { return evidence.at == at; });
    if (!is_known)
        finding.related.push_back({at, std::move(message), {}});
}

}

void blame_headroom(const PortContext& context, Finding& finding, PrioritySet priorities)
{
    context.blame(finding, Property::headroom, priorities);
    context.blame(finding, Property::headroom);
}

void show_class(const Device& device, const Port& port, Dscp dscp, Finding& finding)
{
    show_entry(device, port.dscp_to_tc, dscp, fmt::format("the class of DSCP {}", dscp), finding);
}

void show_queue(const Device& device, const Port& port, std::uint8_t tc, Finding& finding)
{
    show_entry(device, port.tc_to_queue, tc, fmt::format("the queue of traffic class {}", tc), finding);
}

void show_group(const Device& device, const Port& port, std::uint8_t tc, Finding& finding)
{
    show_entry(device,
        port.tc_to_priority_group,
        tc,
        fmt::format("the priority group of traffic class {}", tc),
        finding);
}

void show_paused_classes(const Device& device, const Port& port, PrioritySet priorities, Finding& finding)
{
    for (const std::uint8_t tc : PrioritySet::all()) {
        const Setting<std::uint8_t> group = group_of_tc(device, port, tc);
        if (group.known_by_the_way() && priorities.has(group.value))
            show_entry(device,
                port.tc_to_priority_group,
                tc,
                fmt::format("traffic class {} has priority group {}", tc, group.value),
                finding);
    }
}

std::string odd_ones(const RuleContext& context, const Outliers& group)
{
    const std::string first = context.port_label(group.odd.front().port);
    return group.odd.size() == 1 ? first : fmt::format("{} (and {} more)", first, group.odd.size() - 1);
}

std::string usual_ones(const RuleContext& context, const Outliers& group, std::string_view board)
{
    return fmt::format("{} NIC{} of the same board {}, such as {}",
        group.others,
        group.others == 1 ? "" : "s",
        board,
        context.port_label(group.usual.port));
}

void blame_odd_ones(
    const Outliers& group, Property property, std::string evidence, std::string fix, Finding& finding)
{
    for (const Statement& odd : group.odd) {
        finding.blame(odd.port, property);
        if (&odd != &group.odd.front())
            finding.also_on.push_back(odd.port);
    }
    finding.related.push_back({group.usual.at, std::move(evidence), {}});
    finding.fix = std::move(fix);
}

}
