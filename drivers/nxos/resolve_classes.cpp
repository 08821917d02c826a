// SPDX-License-Identifier: Apache-2.0
// Classification. A qos-group is the model's traffic class. The maps come from the policy-map of type qos
// that a port uses, as far as DSCP and CoS alone decide. The first class that matches a packet wins; packets
// that match no class are in qos-group 0.
#include "drivers/line_cli/read/class_policy.h"
#include "drivers/nxos/config.h"
#include "drivers/nxos/policing.h"

#include <algorithm>

namespace rocelint::nxos {
namespace {

class Classifier {
public:
    /// `untagged`: the packets of the port have no VLAN tag.
    Classifier(Config& config, const Block& policy, bool untagged)
        : config_(config), policy_(policy), untagged_(untagged)
    {
    }

    Classification make()
    {
        for (const Block& lines : policy_.inner)
            add(lines);
        std::ranges::stable_partition(entries_, [&](const Entry& entry) { return is_live(entry); });
        Classification made;
        const Setting<std::uint8_t> rest = rest_of();
        made.default_tc = rest;
        made.meters = meters();
        if (std::ranges::any_of(entries_, &Entry::other)) {
            made.policy = add_policy();
            made.trust = {Trust::none, here_};
            return made;
        }
        const bool dscp = any(
            [](const Match& match) { return !match.packets.dscps.empty() || match.packets.everything; });
        const bool pcp
            = any([](const Match& match) { return !match.pcps.empty() || match.packets.everything; });
        made.trust = {dscp && pcp ? Trust::dscp_else_pcp
                : dscp            ? Trust::dscp
                : pcp             ? Trust::pcp
                                  : Trust::none,
            here_};
        if (dscp)
            made.dscp_map
                = add_map(MapKind::dscp_to_tc, 64, rest, [](const Match& match, std::uint8_t point) {
                      return match.packets.everything || match.packets.dscps.has(point);
                  });
        if (pcp)
            made.pcp_map = add_map(MapKind::pcp_to_tc, 8, rest, [](const Match& match, std::uint8_t point) {
                return match.packets.everything || match.pcps.has(point);
            });
        made.rewrite_map = rewrites();
        made.rewrite_unread = rewrites_unread();
        return made;
    }

    /// The meters of the classes of a policy of VLANs.
    [[nodiscard]] std::vector<Meter> make_meters()
    {
        for (const Block& lines : policy_.inner)
            add(lines);
        return meters();
    }

private:
    struct Entry {
        const Block* lines;
        Match match;
        bool other; ///< DSCP and CoS do not determine which packets match
        Setting<std::uint8_t> group; ///< qos-group of its packets
    };

    /// Whether packets of the port can match it.
    [[nodiscard]] bool is_live(const Entry& entry) const
    {
        return !untagged_ || entry.match.tagged == nullptr;
    }

    template <class Test>
    [[nodiscard]] bool any(Test&& test) const
    {
        return std::ranges::any_of(entries_, [&](const Entry& entry) { return test(entry.match); });
    }

    // A class that sets no qos-group leaves its packets in the initial one.
    [[nodiscard]] Setting<std::uint8_t> group_of(const Block& lines)
    {
        const Fact* line = lines.find(LineKind::set_group);
        if (line != nullptr && line->sense == Sense::unread)
            return Setting<std::uint8_t>::unread(config_.unread(not_understood));
        if (line != nullptr)
            return {static_cast<std::uint8_t>(line->value()), config_.device.origins.explicit_at(line->at)};
        return config_.lacking(config_.defaults.value("default_group", std::uint8_t{0}), lines.header->at);
    }

    void add(const Block& lines)
    {
        if (lines.name == "class-default")
            return;
        Entry entry{&lines, {}, false, group_of(lines)};
        if (const Block* map = config_.blocks.find(LineKind::class_map, lines.name)) {
            entry.match = match_of(*map, config_.access_lists);
            entry.other = entry.match.other();
            if (untagged_ && entry.match.tagged != nullptr) {
                // The class matches nothing here, so its DSCPs go where packets of no class go.
                entry.other = false;
                entry.group = rest_of();
                entry.group.origin = config_.device.origins.derived(entry.match.tagged->at,
                    {},
                    "a class that asks for a CoS as well takes no packet without a VLAN tag");
            } else if (entry.match.tagged != nullptr) {
                entry.match.packets.dscps = {}; // their CoS decides as well
            }
        } else {
            static_cast<void>(config_.lost("class-map type qos", lines.name, lines.header->at));
            entry.match.packets = line_cli::any_packet_may_match();
            entry.other = true;
        }
        entries_.push_back(entry);
    }

    [[nodiscard]] Setting<std::uint8_t> rest_of()
    {
        const Block* last = policy_.find_inner("class-default");
        if (last != nullptr)
            return group_of(*last);
        return config_.lacking(config_.defaults.value("default_group", std::uint8_t{0}), policy_.header->at);
    }

    template <class Has>
    [[nodiscard]] Ref add_map(MapKind kind, std::uint8_t points, const Setting<std::uint8_t>& rest, Has&& has)
    {
        ClassMap map;
        map.kind = kind;
        map.name = policy_.name;
        map.at = policy_.header->at;
        for (std::uint8_t point = 0; point < points; ++point) {
            const auto entry
                = std::ranges::find_if(entries_, [&](const Entry& each) { return has(each.match, point); });
            const Setting<std::uint8_t>& group = entry == entries_.end() ? rest : entry->group;
            map.set(point, group.known() ? group.value : ClassMap::unmapped, group.origin);
        }
        return add_to(config_.device.maps, map);
    }

    [[nodiscard]] static std::vector<Meter> policed(const Block& lines)
    {
        const Fact* line = lines.find(LineKind::police);
        return line == nullptr || line->sense != Sense::set ? std::vector<Meter>{} : meters_of_police(*line);
    }

    [[nodiscard]] std::vector<Meter> meters() const
    {
        std::vector<MeterClass> classes;
        for (const Entry& entry : entries_) {
            if (is_live(entry))
                classes.push_back(line_cli::metered_class(
                    entry.match.packets, !entry.match.pcps.empty(), policed(*entry.lines)));
        }
        if (const Block* last = policy_.find_inner("class-default"); last != nullptr)
            classes.push_back({.matches_everything = true, .effects = policed(*last)});
        return meters_of_classes(classes);
    }

    // Whether a line that writes the DSCP of a class is not understood.
    [[nodiscard]] bool rewrites_unread() const
    {
        return std::ranges::any_of(entries_, [&](const Entry& entry) {
            const Fact* line = entry.lines->find(LineKind::set_dscp);
            return is_live(entry) && line != nullptr && line->sense == Sense::unread;
        });
    }

    [[nodiscard]] Ref rewrites()
    {
        ClassMap map;
        map.kind = MapKind::tc_to_dscp;
        map.name = policy_.name;
        for (const Entry& entry : entries_) {
            const Fact* line = entry.lines->find(LineKind::set_dscp);
            if (line == nullptr || line->sense != Sense::set || !entry.group.known() || !is_live(entry))
                continue;
            map.at = line->at;
            map.set(entry.group.value,
                *DscpSet{line->value()}.begin(),
                config_.device.origins.explicit_at(line->at));
        }
        return map.at.somewhere() ? add_to(config_.device.maps, map) : Ref{};
    }

    [[nodiscard]] Ref add_policy()
    {
        ClassPolicy made;
        made.name = policy_.name;
        made.at = policy_.header->at;
        for (const Entry& entry : entries_) {
            PolicyClass each;
            each.name = entry.lines->name;
            each.at = entry.lines->header->at;
            each.definition = each.at;
            each.dscps = entry.match.packets.dscps;
            each.pcps = entry.match.pcps;
            each.matches_everything = entry.match.packets.everything;
            each.matches_nothing = entry.match.nothing;
            each.matches_other = entry.other;
            if (entry.match.tagged != nullptr) {
                each.possible = entry.match.packets.possible;
                each.possible_pcps = entry.match.tagged_pcps;
            }
            each.set_tc = entry.group;
            made.classes.push_back(each);
        }
        return add_to(config_.device.policies, std::move(made));
    }

    Config& config_;
    const Block& policy_;
    bool untagged_ = false;
    std::vector<Entry> entries_;
    OriginId here_ = config_.device.origins.explicit_at(policy_.header->at);
};

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
    return Classifier(config, policy, false).make_meters();
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
    const OriginId origin = config.origin_of(line);
    const Block* policy = config.blocks.find(LineKind::classifier, line.fact->text);
    if (policy == nullptr) {
        port.trust = Setting<Trust>::unread(config.lost("policy-map type qos", *line.fact));
        port.ingress_policy = Setting<Ref>::unread(port.trust.origin);
        return;
    }
    const bool untagged = is_untagged(config, index);
    const auto [entry, fresh] = config.classifications.try_emplace({policy, untagged});
    if (fresh)
        entry->second = Classifier(config, *policy, untagged).make();
    const Classification& made = entry->second;
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
