// SPDX-License-Identifier: Apache-2.0
// Classification. A qos-group is the model's traffic class. The maps come from the policy-map of type qos
// that a port uses, as far as DSCP and CoS alone decide. The first class that matches a packet wins; packets
// that match no class are in qos-group 0.
#include "drivers/nxos/config.h"
#include "drivers/nxos/policing.h"

#include <algorithm>

namespace rocelint::nxos {
namespace {

// A class that sets no qos-group leaves its packets in the initial one.
Setting<std::uint8_t> group_of(Config& config, const Block& lines)
{
    const Fact* line = lines.find(LineKind::set_group);
    if (line != nullptr && line->sense == Sense::unread)
        return Setting<std::uint8_t>::unread(config.unread(not_understood));
    if (line != nullptr)
        return {static_cast<std::uint8_t>(line->value()), config.device.origins.explicit_at(line->at)};
    return config.lacking(config.defaults.value("default_group", std::uint8_t{0}), lines.header->at);
}

std::vector<Meter> policed(const Block& lines)
{
    const Fact* line = lines.find(LineKind::police);
    return line == nullptr || line->sense != Sense::set ? std::vector<Meter>{} : meters_of_police(*line);
}

line_cli::PolicyEntry entry_of(
    Config& config, const Block& lines, bool untagged, const Setting<std::uint8_t>& rest)
{
    line_cli::PolicyEntry entry;
    entry.lines = &lines;
    entry.tc = group_of(config, lines);
    entry.rewrite = lines.find(LineKind::set_dscp);
    entry.meters = policed(lines);
    const Block* map = config.blocks.find(LineKind::class_map, lines.name);
    if (map == nullptr) {
        static_cast<void>(config.lost("class-map type qos", lines.name, lines.header->at));
        entry.packets = line_cli::any_packet_may_match();
        entry.other = true;
        return entry;
    }
    const Match match = match_of(*map, config.access_lists);
    entry.packets = match.packets;
    entry.pcps = match.pcps;
    entry.nothing = match.nothing;
    entry.other = match.other();
    if (match.tagged == nullptr)
        return entry;
    entry.needed_pcps = match.tagged_pcps;
    if (untagged) {
        // The class matches nothing here, so its DSCPs go where packets of no class go.
        entry.live = entry.other = false;
        entry.tc = rest;
        entry.tc.origin = config.device.origins.derived(
            match.tagged->at, {}, "a class that asks for a CoS as well takes no packet without a VLAN tag");
    } else {
        entry.packets.dscps = {}; // their CoS decides as well
    }
    return entry;
}

// `untagged`: the packets of the port have no VLAN tag.
line_cli::PolicyEntries entries_of(Config& config, const Block& policy, bool untagged)
{
    const Block* last = policy.find_inner("class-default");
    line_cli::PolicyEntries entries{.policy = &policy};
    entries.rest = last != nullptr
        ? group_of(config, *last)
        : config.lacking(config.defaults.value("default_group", std::uint8_t{0}), policy.header->at);
    if (last != nullptr)
        entries.rest_meters = policed(*last);
    for (const Block& lines : policy.inner) {
        if (lines.name != "class-default")
            entries.classes.push_back(entry_of(config, lines, untagged, entries.rest));
    }
    std::ranges::stable_partition(entries.classes, &line_cli::PolicyEntry::live);
    return entries;
}

// Packets of the port have no VLAN tag. A member of a port channel has the subinterfaces of the port channel.
bool is_untagged(const Config& config, std::uint32_t index)
{
    const Port& port = config.device.ports[index];
    const std::uint32_t bundle = port.lag == Port::no_index ? index : port.lag;
    return port.routed.is(true) && !config.has_subinterfaces[index] && !config.has_subinterfaces[bundle];
}

}

std::vector<Meter> meters_of_policy(Config& config, const Block& policy)
{
    return line_cli::meters_of(entries_of(config, policy, false));
}

void resolve_classification(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const auto& usual = config.defaults;
    port.tc_to_queue = port.tc_to_priority_group = usual.value("group_is_queue", Ref{});
    port.priority_to_queue = port.priority_to_priority_group = port.tc_to_queue;
    if (!config.priority_map.none())
        port.priority_to_queue = port.priority_to_priority_group
            = {config.priority_map, config.device.origins.explicit_at(config.priority_lines)};
    port.ingress_policy = usual.value("ingress_policy", Ref{});
    port.tc_to_dscp = usual.value("rewrite_dscp", Ref{});
    Stated line = config.find_bound(index, LineKind::service_qos);
    if (const Fact* of_vlan = policy_of_vlan(config, index); of_vlan != nullptr)
        line = {of_vlan, port.at};
    if (!line) {
        port.trust = usual.value("trust", Trust::none);
        port.default_tc = usual.value("default_group", std::uint8_t{0});
        return;
    }
    const Block* policy = config.blocks.find(LineKind::classifier, line.fact->text);
    if (policy == nullptr) {
        port.trust = Setting<Trust>::unread(config.lost("policy-map type qos", *line.fact));
        port.ingress_policy = Setting<Ref>::unread(port.trust.origin);
        return;
    }
    const bool untagged = is_untagged(config, index);
    const auto [entry, fresh] = config.classifications.try_emplace({policy, untagged});
    if (fresh) {
        const line_cli::PolicyEntries entries = entries_of(config, *policy, untagged);
        entry->second = line_cli::classify(config, entries);
        if (entry->second.policy.none())
            line_cli::take_rewrites(config, entries, entry->second);
    }
    line_cli::bind_classification(config, index, entry->second, config.origin_of(line));
}

}
