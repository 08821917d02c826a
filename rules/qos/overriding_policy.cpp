// SPDX-License-Identifier: Apache-2.0
#include "rules/qos/overriding_policy.h"

#include "models/fabric/classify.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::size_t most_related = 8;

// Where one policy is applied, and what it overrides.
struct AppliedPolicy {
    std::vector<std::uint32_t> ports;
    DscpSet overridden; ///< code points that lines of the DSCP map put into another class
    const PolicyClass* catch_all = nullptr;
    bool map_works_elsewhere = false; ///< a port without the policy uses the map
};

bool carries(const Port& port)
{
    return (port.kind == PortKind::physical || port.kind == PortKind::lag) && !port.admin_up.is(false);
}

std::vector<AppliedPolicy> applied_policies(const Device& device)
{
    std::vector<AppliedPolicy> applied(device.policies.size());
    bool map_in_use = false;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        if (!carries(port))
            continue;
        if (port.ingress_policy.known() && port.ingress_policy.value.index < applied.size())
            applied[port.ingress_policy.value.index].ports.push_back(index);
        else
            map_in_use = map_in_use || port.trust.is(Trust::dscp) || port.trust.is(Trust::dscp_else_pcp);
    }
    for (AppliedPolicy& policy : applied)
        policy.map_works_elsewhere = map_in_use;
    return applied;
}

void compare_with_map(const Device& device, AppliedPolicy& applied)
{
    const Port& port = device.ports[applied.ports.front()];
    const ClassMap* map = device.map(port.dscp_to_tc);
    if (map == nullptr)
        return;
    for (const Dscp dscp : DscpSet::all()) {
        if (map->origin[dscp].kind() != OriginKind::explicit_)
            continue;
        const Treatment treatment = classify_dscp(device, port, dscp);
        if (treatment.decided_by == nullptr || !treatment.decided_by->matches_everything
            || !treatment.tc.known() || treatment.tc.value == map->at_point(dscp))
            continue;
        applied.catch_all = treatment.decided_by;
        applied.overridden.insert(dscp);
    }
}

std::string empty_classes(const Device& device, std::vector<const PolicyClass*>& found)
{
    std::string names;
    for (const PolicyClass& entry : device.class_maps) {
        if (!entry.matches_nothing)
            continue;
        found.push_back(&entry);
        if (found.size() <= most_related)
            add_item(names, entry.name);
    }
    return found.size() > most_related ? names + ", ..." : names;
}

// Code points that one line of the map puts into one class.
struct MapLine {
    Span at;
    DscpSet dscps;
    std::uint8_t tc;
};

std::vector<MapLine> overridden_lines(const Device& device, const AppliedPolicy& applied)
{
    const ClassMap* map = device.map(device.ports[applied.ports.front()].dscp_to_tc);
    std::vector<MapLine> lines;
    for (const Dscp dscp : applied.overridden) {
        const Span at = device.origins.span(map->origin[dscp]);
        const auto known = std::ranges::find(lines, at, &MapLine::at);
        if (known == lines.end())
            lines.push_back({at, {std::uint64_t{1} << dscp}, map->at_point(dscp)});
        else
            known->dscps.insert(dscp);
    }
    return lines;
}

std::string map_in_words(const std::vector<MapLine>& lines)
{
    constexpr std::size_t most_named = 4;
    std::string words;
    for (std::size_t index = 0; index < lines.size() && index < most_named; ++index)
        add_item(words, fmt::format("DSCP {} into {}", to_string(lines[index].dscps), lines[index].tc));
    return lines.size() > most_named ? words + ", ..." : words;
}

// Adds neighbors without such a policy, which treat the same packets by their maps.
void add_peers(DeviceContext& context, const AppliedPolicy& applied, Diagnosis& diagnosis)
{
    std::size_t named = 0;
    for (const std::uint32_t index : applied.ports) {
        const PortId here{context.index, index};
        const std::optional<PortId> peer = context.fabric.peer(here);
        if (!peer || context.fabric.device(*peer).kind != DeviceKind::network_switch)
            continue;
        const Port& there = context.fabric.port(*peer);
        if (!there.ingress_policy.known() || !there.ingress_policy.value.none() || named++ >= most_related)
            continue;
        diagnosis.show(there.at,
            fmt::format("{} at the other end of {} has no ingress policy and classifies by its map",
                context.port_label(*peer),
                context.fabric.port(here).name));
    }
}

void add_evidence(DeviceContext& context,
    const AppliedPolicy& applied,
    const std::vector<const PolicyClass*>& empty,
    const std::vector<MapLine>& lines,
    Diagnosis& diagnosis)
{
    const Device& device = context.device();
    const Port& first = device.ports[applied.ports.front()];
    for (const PolicyClass* entry : empty) {
        if (diagnosis.related.size() < most_related)
            diagnosis.show(entry->definition.somewhere() ? entry->definition : entry->at,
                fmt::format("class-map {} has no match line, so no packet is in it", entry->name));
    }
    for (std::size_t index = 0; index < lines.size() && index < most_related; ++index)
        diagnosis.show(lines[index].at,
            fmt::format("the map puts DSCP {} into traffic class {}, without effect",
                to_string(lines[index].dscps),
                lines[index].tc));
    diagnosis.show(device.place(first.ingress_policy.origin, &first),
        fmt::format("the policy is applied here{}",
            applied.ports.size() > 2        ? fmt::format(" and on {} more ports", applied.ports.size() - 1)
                : applied.ports.size() == 2 ? std::string(" and on one more port")
                                            : std::string()));
    add_peers(context, applied, diagnosis);
}

}

std::vector<bool> report_overriding_policies(DeviceContext& context)
{
    const Device& device = context.device();
    std::vector<bool> reported(device.policies.size(), false);
    if (device.policies.empty())
        return reported;
    std::vector<AppliedPolicy> all = applied_policies(device);
    std::vector<const PolicyClass*> empty;
    const std::string names = empty_classes(device, empty);
    for (std::size_t index = 0; index < all.size(); ++index) {
        AppliedPolicy& applied = all[index];
        if (applied.ports.empty())
            continue;
        compare_with_map(device, applied);
        // A catch-all policy on some ports, next to ports that use the map, is the usual way for the edge of
        // a fabric to distrust its hosts.
        if (applied.overridden.empty() || (applied.map_works_elsewhere && empty.empty()))
            continue;
        reported[index] = true;
        const std::vector<MapLine> lines = overridden_lines(device, applied);
        const PolicyClass& taken = *applied.catch_all;
        Diagnosis diagnosis{
            .severity = empty.empty() || applied.map_works_elsewhere ? Severity::warning : Severity::error,
            .at = device.place(taken.set_tc.origin),
            .message
            = fmt::format("{}: the ingress policy {} sends every packet to traffic class {} ({}), although "
                          "the DSCP map puts {}{}: what should be kept apart shares one queue",
                device.name,
                device.policies[index].name,
                taken.set_tc.value,
                taken.name,
                map_in_words(lines),
                empty.empty() ? "" : fmt::format(" and class-maps are defined but empty ({})", names))};
        for (const Dscp dscp : applied.overridden)
            diagnosis.subjects.push_back(context.subject(Property::dscp_map, dscp));
        add_evidence(context, applied, empty, lines, diagnosis);
        diagnosis.fix = empty.empty()
            ? fmt::format("Give the policy {} a class for each code point, or remove it from the ports.",
                device.policies[index].name)
            : fmt::format(
                "Give the class-maps {} their match lines and the policy {} classes that use them, or "
                "remove the policy from the ports.",
                names,
                device.policies[index].name);
        context.report(std::move(diagnosis));
    }
    return reported;
}

}
