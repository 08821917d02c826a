// SPDX-License-Identifier: Apache-2.0
// Classification. The maps come from the ingress policy of a port, as far as DSCP and CoS alone decide. The first class
// that matches a packet counts. A traffic class has the number of its virtual output queues and of its PFC priority.
#include "drivers/iosxr/config.h"
#include "drivers/line_cli/read/class_policy.h"

#include <algorithm>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view policed = "the policer of a class is not read";
constexpr std::string_view policed_inside = "the policy that its class refers to may police it";
constexpr std::string_view set_inside = "the policy that its class refers to may set the traffic class";

class Classifier {
public:
    Classifier(Config& config, const Block& policy) : config_(config), policy_(policy) { }

    Classification make()
    {
        for (const Block& lines : policy_.inner)
            add(lines);
        Classification made;
        const Setting<std::uint8_t> rest = rest_of();
        made.default_tc = rest;
        made.meters = meters();
        if (any([](const ClassMatch& match) { return match.other(); })) {
            made.policy = add_policy();
            made.trust = {Trust::none, here_};
            take_rewrites(made);
            return made;
        }
        const bool dscp = any(
            [](const ClassMatch& match) { return !match.packets.dscps.empty() || match.packets.everything; });
        const bool pcp = any([](const ClassMatch& match) { return !match.pcps.empty(); });
        made.trust = {dscp && pcp ? Trust::dscp_else_pcp
                : dscp            ? Trust::dscp
                : pcp             ? Trust::pcp
                                  : Trust::none,
            here_};
        if (dscp)
            made.dscp_map
                = add_map(MapKind::dscp_to_tc, 64, rest, [](const ClassMatch& match, std::uint8_t point) {
                      return match.packets.everything || match.packets.dscps.has(point);
                  });
        if (pcp)
            made.pcp_map = add_map(
                MapKind::pcp_to_tc, class_count, rest, [](const ClassMatch& match, std::uint8_t point) {
                    return match.packets.everything || match.pcps.has(point);
                });
        take_rewrites(made);
        return made;
    }

private:
    struct Entry {
        const Block* lines;
        ClassMatch match;
        Setting<std::uint8_t> tc; ///< traffic class of its packets
    };

    template <class Test>
    [[nodiscard]] bool any(Test&& test) const
    {
        return std::ranges::any_of(entries_, [&](const Entry& entry) { return test(entry.match); });
    }

    [[nodiscard]] Setting<std::uint8_t> class_of(const Block& lines)
    {
        const Fact* line = lines.find(LineKind::set_class);
        if (line != nullptr && line->sense == Sense::unread)
            return Setting<std::uint8_t>::unread(config_.unread(not_understood));
        if (policy_of_class(config_.blocks, lines).may_have(LineKind::set_class))
            return Setting<std::uint8_t>::unread(config_.unread(set_inside));
        if (line != nullptr)
            return {static_cast<std::uint8_t>(line->value()), config_.device.origins.explicit_at(line->at)};
        return config_.defaults.number_as<std::uint8_t>("default_class");
    }

    void add(const Block& lines)
    {
        if (lines.name == class_of_all)
            return;
        Entry entry{&lines, {}, class_of(lines)};
        if (const Block* map = config_.blocks.find(LineKind::class_map, lines.name)) {
            entry.match = match_of(*map, config_.access_lists);
        } else {
            static_cast<void>(config_.lost("class-map", lines.name, lines.header->at));
            entry.match.packets = line_cli::any_packet_may_match();
        }
        entries_.push_back(entry);
    }

    [[nodiscard]] Setting<std::uint8_t> rest_of()
    {
        const Block* last = policy_.find_inner(class_of_all);
        return last != nullptr ? class_of(*last) : config_.defaults.number_as<std::uint8_t>("default_class");
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
            const Setting<std::uint8_t>& tc = entry == entries_.end() ? rest : entry->tc;
            map.set(point, tc.known() ? tc.value : ClassMap::unmapped, tc.origin);
        }
        return add_to(config_.device.maps, map);
    }

    [[nodiscard]] std::vector<Meter> policer_of(const Block& lines) const
    {
        if (const Fact* line = lines.find(LineKind::police); line != nullptr)
            return {Meter{.dscps = {}, .why_unknown = policed, .at = line->at}};
        if (policy_of_class(config_.blocks, lines).may_have(LineKind::police))
            return {Meter{.dscps = {}, .why_unknown = policed_inside, .at = lines.find(LineKind::child)->at}};
        return {};
    }

    [[nodiscard]] std::vector<Meter> meters() const
    {
        std::vector<MeterClass> classes;
        for (const Entry& entry : entries_)
            classes.push_back(line_cli::metered_class(
                entry.match.packets, !entry.match.pcps.empty(), policer_of(*entry.lines)));
        if (const Block* last = policy_.find_inner(class_of_all); last != nullptr)
            classes.push_back({.matches_everything = true, .effects = policer_of(*last)});
        return meters_of_classes(classes);
    }

    void take_rewrites(Classification& made)
    {
        ClassMap map;
        map.kind = MapKind::tc_to_dscp;
        map.name = policy_.name;
        for (const Entry& entry : entries_) {
            const Fact* line = entry.lines->find(LineKind::set_dscp);
            made.rewrite_unread = made.rewrite_unread || (line != nullptr && line->sense == Sense::unread)
                || policy_of_class(config_.blocks, *entry.lines).may_have(LineKind::set_dscp);
            if (line == nullptr || line->sense != Sense::set)
                continue;
            if (!entry.tc.known()) {
                made.rewrite_unread = true;
                continue;
            }
            map.at = line->at;
            map.set(entry.tc.value,
                *DscpSet{line->value()}.begin(),
                config_.device.origins.explicit_at(line->at));
        }
        const Block* last = policy_.find_inner(class_of_all);
        made.rewrite_unread
            = made.rewrite_unread || (last != nullptr && last->find(LineKind::set_dscp) != nullptr);
        if (map.at.somewhere())
            made.rewrite_map = add_to(config_.device.maps, map);
    }

    [[nodiscard]] Ref add_policy()
    {
        ClassPolicy made;
        made.name = policy_.name;
        made.at = policy_.header->at;
        for (const Entry& entry : entries_) {
            PolicyClass each;
            each.name = entry.lines->name;
            each.at = each.definition = entry.lines->header->at;
            each.dscps = entry.match.packets.dscps;
            each.pcps = entry.match.pcps;
            each.matches_everything = entry.match.packets.everything;
            each.matches_nothing = entry.match.nothing();
            each.matches_other = entry.match.other();
            each.set_tc = entry.tc;
            made.classes.push_back(each);
        }
        return add_to(config_.device.policies, std::move(made));
    }

    Config& config_;
    const Block& policy_;
    std::vector<Entry> entries_;
    OriginId here_ = config_.device.origins.explicit_at(policy_.header->at);
};

void bind(Config& config, std::uint32_t index, const Classification& made, OriginId origin)
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
        entry->second = Classifier(config, *policy).make();
    bind(config, index, entry->second, config.origin_of(line));
    for (const Block* outer : outer_lines(config.blocks, line.fact->text)) {
        const Fact* police = outer->find(LineKind::police);
        const Meter meter{
            .dscps = DscpSet::all(), .why_unknown = policed, .at = police == nullptr ? Span{} : police->at};
        if (police != nullptr)
            bind_meters(config.device, index, {&meter, 1});
        if (const Fact* dscp = outer->find(LineKind::set_dscp); dscp != nullptr)
            port.tc_to_dscp = Setting<Ref>::unread(config.unread(not_understood));
    }
}

}
