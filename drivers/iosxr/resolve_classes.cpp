// SPDX-License-Identifier: Apache-2.0
// Classification. The maps come from the ingress policy of a port, as far as DSCP and CoS alone decide. The first class
// that matches a packet counts. A traffic class has the number of its virtual output queues and of its PFC priority.
#include "drivers/iosxr/config.h"

#include <algorithm>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view policed = "the policer of a class is not read";
constexpr std::string_view policed_inside = "the policy that its class refers to may police it";
constexpr std::string_view set_inside = "the policy that its class refers to may set the traffic class";

std::vector<Meter> policer_of(const Config& config, const Block& lines)
{
    if (const Fact* line = lines.find(LineKind::police); line != nullptr)
        return {Meter{.dscps = {}, .why_unknown = policed, .at = line->at}};
    if (policy_of_class(config.blocks, lines).may_have(LineKind::police))
        return {Meter{.dscps = {}, .why_unknown = policed_inside, .at = lines.find(LineKind::child)->at}};
    return {};
}

Setting<std::uint8_t> class_of(Config& config, const Block* lines)
{
    const Fact* line = lines == nullptr ? nullptr : lines->find(LineKind::set_class);
    if (line != nullptr && line->sense == Sense::unread)
        return Setting<std::uint8_t>::unread(config.unread(not_understood));
    if (lines != nullptr && policy_of_class(config.blocks, *lines).may_have(LineKind::set_class))
        return Setting<std::uint8_t>::unread(config.unread(set_inside));
    if (line != nullptr)
        return {static_cast<std::uint8_t>(line->value()), config.device.origins.explicit_at(line->at)};
    return config.defaults.number_as<std::uint8_t>("default_class");
}

line_cli::PolicyEntry entry_of(Config& config, const Block& lines)
{
    line_cli::PolicyEntry entry;
    entry.lines = &lines;
    entry.tc = class_of(config, &lines);
    entry.rewrite = lines.find(LineKind::set_dscp);
    entry.meters = policer_of(config, lines);
    ClassMatch match;
    if (const Block* map = config.blocks.find(LineKind::class_map, lines.name)) {
        match = match_of(*map, config.access_lists);
    } else {
        static_cast<void>(config.lost("class-map", lines.name, lines.header->at));
        match.packets = line_cli::any_packet_may_match();
    }
    entry.packets = match.packets;
    entry.pcps = match.pcps;
    entry.other = match.other();
    entry.nothing = match.nothing();
    return entry;
}

line_cli::PolicyClassification classify(Config& config, const Block& policy)
{
    const Block* last = policy.find_inner(class_of_all);
    line_cli::PolicyEntries entries{.policy = &policy, .all_by_pcp = false};
    for (const Block& lines : policy.inner) {
        if (lines.name != class_of_all)
            entries.classes.push_back(entry_of(config, lines));
    }
    entries.rest = class_of(config, last);
    if (last != nullptr)
        entries.rest_meters = policer_of(config, *last);
    line_cli::PolicyClassification made = line_cli::classify(config, entries);
    line_cli::take_rewrites(config, entries, made);
    // No map says which packets a class rewrites whose traffic class is not known, the class of all other packets, or a
    // policy that a class refers to.
    const auto is_open = [&](const line_cli::PolicyEntry& entry) {
        return (entry.rewrite != nullptr && is_set(*entry.rewrite) && !entry.tc.known())
            || policy_of_class(config.blocks, *entry.lines).may_have(LineKind::set_dscp);
    };
    made.rewrite_unread = made.rewrite_unread || std::ranges::any_of(entries.classes, is_open)
        || (last != nullptr && last->find(LineKind::set_dscp) != nullptr);
    return made;
}

}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const auto& usual = config.defaults;
    port.tc_to_queue = port.priority_to_queue = usual.value("class_queue", Ref{});
    port.tc_to_priority_group = port.priority_to_priority_group = usual.value("group_of_class", Ref{});
    port.ingress_policy = usual.value("ingress_policy", Ref{});
    port.tc_to_dscp = usual.value("rewrite_dscp", Ref{});
    const Stated line = config.find_of(index, LineKind::service_in);
    if (!line) {
        port.trust = usual.value("trust", Trust::none);
        port.default_tc = usual.number_as<std::uint8_t>("default_class");
        return;
    }
    const Block* policy = line.is(Sense::set) ? find_policy(config.blocks, line.fact->text) : nullptr;
    if (policy == nullptr) {
        port.trust = Setting<Trust>::unread(config.lost("policy-map", *line.fact));
        port.ingress_policy = Setting<Ref>::unread(port.trust.origin);
        return;
    }
    const auto [entry, fresh] = config.classifications.try_emplace(policy);
    if (fresh)
        entry->second = classify(config, *policy);
    line_cli::bind_classification(config, index, entry->second, config.origin_of(line));
    for (const Block* outer : outer_lines(config.blocks, line.fact->text)) {
        const Fact* police = outer->find(LineKind::police);
        if (police != nullptr)
            config.bind_unread_policy(index, policed, police->at);
        if (const Fact* dscp = outer->find(LineKind::set_dscp); dscp != nullptr)
            port.tc_to_dscp = Setting<Ref>::unread(config.unread(not_understood));
    }
}

}
