// SPDX-License-Identifier: Apache-2.0
// What the classes of a policy mean together: which fields a port trusts, its maps, and the policy itself where maps cannot
// express it.
#include "drivers/line_cli/read/policy_entries.h"

#include "drivers/line_cli/read/class_policy.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rocelint::line_cli {
namespace {

constexpr std::uint8_t dscp_count = 64;
constexpr std::uint8_t pcp_count = 8;

template <class Has>
Ref add_map(DeviceLines& config, const PolicyEntries& entries, MapKind kind, std::uint8_t points, Has&& has)
{
    ClassMap map;
    map.kind = kind;
    map.name = entries.policy->name;
    map.at = entries.policy->header->at;
    for (std::uint8_t point = 0; point < points; ++point) {
        const auto entry = std::ranges::find_if(entries.classes,
            [&](const PolicyEntry& each) { return each.packets.everything || has(each, point); });
        const Setting<std::uint8_t>& tc = entry == entries.classes.end() ? entries.rest : entry->tc;
        map.set(point, tc.known() ? tc.value : ClassMap::unmapped, tc.origin);
    }
    return add_to(config.device.maps, map);
}

Ref add_policy(DeviceLines& config, const PolicyEntries& entries)
{
    ClassPolicy made;
    made.name = entries.policy->name;
    made.at = entries.policy->header->at;
    for (const PolicyEntry& entry : entries.classes) {
        PolicyClass& each = made.classes.emplace_back();
        each.name = entry.lines->name;
        each.at = each.definition = entry.lines->header->at;
        each.dscps = entry.packets.dscps;
        each.pcps = entry.pcps;
        each.matches_everything = entry.packets.everything;
        each.matches_nothing = entry.nothing;
        each.matches_other = entry.other;
        if (entry.needed_pcps) {
            each.possible = entry.packets.possible;
            each.possible_pcps = *entry.needed_pcps;
        }
        each.set_tc = entry.tc;
    }
    return add_to(config.device.policies, std::move(made));
}

}

std::vector<const Fact*> conditions_of(const Block& class_map)
{
    std::vector<const Fact*> conditions;
    std::ranges::copy_if(class_map.facts, std::back_inserter(conditions), [](const Fact* fact) {
        return fact->sense == Sense::set || fact->sense == Sense::unread;
    });
    return conditions;
}

bool needs_all_conditions(const Block& class_map, bool usually)
{
    const Fact& header = *class_map.last_header;
    return header.values[0].written() ? header.value(0) != 0 : usually;
}

DscpSet dscps_of_precedences(std::uint64_t bits)
{
    DscpSet points;
    for (const Priority precedence : PrioritySet{static_cast<std::uint8_t>(bits)})
        points = points | DscpSet{std::uint64_t{0xff} << (precedence * 8)};
    return points;
}

PolicyClassification classify(DeviceLines& config, const PolicyEntries& entries)
{
    const OriginId here = config.device.origins.explicit_at(entries.policy->header->at);
    PolicyClassification made;
    made.default_tc = entries.rest;
    made.meters = meters_of(entries);
    if (std::ranges::any_of(entries.classes, &PolicyEntry::other)) {
        made.policy = add_policy(config, entries);
        made.trust = {Trust::none, here};
        return made;
    }
    const bool dscp = std::ranges::any_of(entries.classes,
        [](const PolicyEntry& each) { return each.packets.everything || !each.packets.dscps.empty(); });
    const bool pcp = std::ranges::any_of(entries.classes, [&](const PolicyEntry& each) {
        return !each.pcps.empty() || (entries.all_by_pcp && each.packets.everything);
    });
    made.trust = {dscp && pcp ? Trust::dscp_else_pcp
            : dscp            ? Trust::dscp
            : pcp             ? Trust::pcp
                              : Trust::none,
        here};
    if (dscp)
        made.dscp_map = add_map(config,
            entries,
            MapKind::dscp_to_tc,
            dscp_count,
            [](const PolicyEntry& each, std::uint8_t point) { return each.packets.dscps.has(point); });
    if (pcp)
        made.pcp_map = add_map(
            config, entries, MapKind::pcp_to_tc, pcp_count, [](const PolicyEntry& each, std::uint8_t point) {
                return each.pcps.has(point);
            });
    return made;
}

void take_rewrites(DeviceLines& config, const PolicyEntries& entries, PolicyClassification& made)
{
    ClassMap map;
    map.kind = MapKind::tc_to_dscp;
    map.name = entries.policy->name;
    for (const PolicyEntry& entry : entries.classes) {
        const Fact* line = entry.live ? entry.rewrite : nullptr;
        made.rewrite_unread = made.rewrite_unread || (line != nullptr && line->sense == Sense::unread);
        if (line == nullptr || line->sense != Sense::set || !entry.tc.known())
            continue;
        map.at = line->at;
        map.set(entry.tc.value, *DscpSet{line->value()}.begin(), config.device.origins.explicit_at(line->at));
    }
    if (map.at.somewhere())
        made.rewrite_map = add_to(config.device.maps, map);
}

std::vector<Meter> meters_of(const PolicyEntries& entries)
{
    std::vector<MeterClass> classes;
    for (const PolicyEntry& entry : entries.classes) {
        if (entry.live)
            classes.push_back(metered_class(entry.packets, !entry.pcps.empty(), entry.meters));
    }
    if (entries.rest_meters)
        classes.push_back({.matches_everything = true, .effects = *entries.rest_meters});
    return meters_of_classes(classes);
}

void bind_classification(
    DeviceLines& config, std::uint32_t index, const PolicyClassification& made, OriginId origin)
{
    Port& port = config.device.ports[index];
    bind_meters(config.device, index, made.meters);
    port.trust = {made.trust.value, origin};
    port.default_tc = made.default_tc;
    if (!made.dscp_map.none())
        port.dscp_to_tc = {made.dscp_map, origin};
    if (!made.pcp_map.none())
        port.pcp_to_tc = {made.pcp_map, origin};
    if (made.rewrite_unread)
        port.tc_to_dscp = Setting<Ref>::unread(config.unread(not_understood));
    else if (!made.rewrite_map.none())
        port.tc_to_dscp = {made.rewrite_map, origin};
    if (!made.policy.none())
        port.ingress_policy = {made.policy, origin};
}

}
