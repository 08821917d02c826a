// SPDX-License-Identifier: Apache-2.0
// Classes: which classifiers the subinterfaces of a port have, and what it writes into packets that leave. The model's
// traffic class is the queue of a forwarding class.
#include "drivers/srlinux/config.h"
#include "models/fabric/meter.h"

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr std::string_view no_subinterface = "it has no subinterface, and only subinterfaces are classified";
constexpr std::string_view own_qos = "the `qos` container of its subinterface is not read";
constexpr std::string_view differ = "its subinterfaces are classified differently";
constexpr std::string_view families_differ
    = "IPv4 and IPv6 packets of its subinterface are classified differently";
constexpr std::string_view policy_of_system
    = "the policy `default` of the system applies, which the configuration does not show";
constexpr std::string_view bridged_without_policy
    = "no classifier is bound to its bridged subinterface, and what then counts is not documented";
constexpr std::string_view classified_by_fields
    = "a multifield-classifier is bound to its subinterface, which is not read";

// What decides the class of packets that enter by a subinterface.
struct Classifier {
    const Statement* dscp = nullptr;
    const Statement* pcp = nullptr;
    const Statement* fields = nullptr;
    const Statement* usual = nullptr; ///< the class of packets without a match
    const Statement* rewrite = nullptr;
    bool differs = false; ///< IPv4 and IPv6 packets have different ones

    [[nodiscard]] static std::string_view name(const Statement* reference)
    {
        return reference == nullptr ? std::string_view{} : reference->key;
    }
    [[nodiscard]] bool same_as(const Classifier& other) const
    {
        return name(dscp) == name(other.dscp) && name(pcp) == name(other.pcp)
            && (fields == nullptr) == (other.fields == nullptr) && name(usual) == name(other.usual)
            && name(rewrite) == name(other.rewrite) && differs == other.differs;
    }
};

Classifier classifier_of(const Statement* entry)
{
    Classifier made;
    const Statement* bound = inside(entry, {"input", "classifiers"});
    made.dscp = policy_of(bound, made.differs);
    made.pcp = inside(bound, {"dot1p-policy"});
    made.fields = bound != nullptr && bound->holds_more ? bound : nullptr;
    made.usual = inside(bound, {"default", "forwarding-class"});
    made.rewrite = policy_of(inside(entry, {"output", "rewrite-rules"}), made.differs);
    return made;
}

// One map of code points to classes. Code points without an entry have the class fc0 (SR Linux QoS Guide, DSCP classifier
// policy).
Ref map_of(Config& config, MapKind kind, const Statement& policy)
{
    auto& known = kind == MapKind::dscp_to_tc ? config.dscp_maps : config.pcp_maps;
    const auto [entry, fresh] = known.try_emplace(policy.key);
    if (!fresh)
        return entry->second;
    ClassMap map;
    map.kind = kind;
    map.name = policy.key;
    map.at = policy.at;
    const Setting<std::uint8_t> unmatched
        = config.defaults.value("unmatched_class", static_cast<std::uint8_t>(0));
    const std::uint8_t points = kind == MapKind::dscp_to_tc ? 64 : 8;
    for (std::uint8_t point = 0; point < points; ++point) {
        map.origin[point] = config.device.origins.lacking(unmatched.origin, policy.at);
        if (unmatched.peek_known())
            map.to[point] = unmatched.value;
    }
    for (const Statement& point : policy) {
        const auto number = parse_number(point.key);
        const Statement* target = point.child("forwarding-class");
        if (!number || *number >= points || target == nullptr)
            continue;
        const Setting<std::uint8_t> tc = config.class_named(*target, target->key);
        map.to[*number] = tc.peek_known() ? tc.value : ClassMap::unmapped;
        map.origin[*number] = tc.peek_known() ? config.here(*target) : tc.origin;
    }
    return entry->second = add_to(config.device.maps, map);
}

Setting<Ref> bound_map(Config& config, MapKind kind, const Statement& reference)
{
    const Named named = kind == MapKind::dscp_to_tc ? Named::dscp_policy : Named::dot1p_policy;
    if (reference.key == "default")
        return Setting<Ref>::unread(config.unread(policy_of_system));
    const Statement* policy = config.find(named, reference);
    if (policy == nullptr)
        return Setting<Ref>::unread(config.lost(named, reference, reference.key));
    return {map_of(config, kind, *policy), config.here(reference)};
}

// Packets with a drop probability of medium or high have a curve of their own in a queue.
void bind_colours(Config& config, std::uint32_t port, const Statement& reference)
{
    const Statement* policy = config.find(Named::dscp_policy, reference.key);
    std::vector<Meter> meters;
    for (const Statement* point = policy == nullptr ? nullptr : policy->first; point != nullptr;
         point = point->next) {
        const Statement* drops = point->child("drop-probability");
        const auto number = parse_number(point->key);
        if (drops == nullptr || !number || *number > 63 || drops->key == "low")
            continue;
        Meter meter;
        meter.dscps.insert(static_cast<Dscp>(*number));
        meter.effect = drops->key == "medium" ? MeterEffect::yellow : MeterEffect::red;
        meter.at = drops->at;
        meter.sets_colour = true;
        meters.push_back(meter);
    }
    bind_meters(config.device, port, meters);
}

Setting<Ref> rewrite_of(Config& config, const Statement* reference)
{
    if (reference == nullptr)
        return config.defaults.value("rewrite", Ref{});
    const Statement* policy = config.find(Named::rewrite_policy, *reference);
    if (policy == nullptr)
        return Setting<Ref>::unread(config.lost(Named::rewrite_policy, *reference, reference->key));
    const auto [entry, fresh] = config.rewrites.try_emplace(policy->key);
    if (fresh) {
        ClassMap map;
        map.kind = MapKind::tc_to_dscp;
        map.name = policy->key;
        map.at = policy->at;
        for (std::uint8_t tc = 0; tc < queue_count; ++tc)
            map.set(tc,
                0,
                config.device.origins.lacking(config.defaults.origin("rewrite_unmatched"), policy->at));
        for (const Statement& each : *policy) {
            const Setting<std::uint8_t> tc = config.class_named(each, each.key);
            const Setting<std::uint8_t> dscp = config.number<std::uint8_t>(&each, "dscp", {});
            if (tc.peek_known() && dscp.peek_known())
                map.set(tc.value, dscp.value, dscp.origin);
        }
        entry->second = add_to(config.device.maps, map);
    }
    return {entry->second, config.here(*reference)};
}

void withhold(Port& port, OriginId why)
{
    port.trust = Setting<Trust>::unread(why);
    port.dscp_to_tc = port.pcp_to_tc = Setting<Ref>::unread(why);
}

void apply(Config& config, std::uint32_t index, const Classifier& classifier)
{
    Port& port = config.device.ports[index];
    if (classifier.differs)
        return withhold(port, config.unread(families_differ));
    if (classifier.dscp != nullptr) {
        port.trust
            = {classifier.pcp == nullptr ? Trust::dscp : Trust::dscp_else_pcp, config.here(*classifier.dscp)};
        port.dscp_to_tc = bound_map(config, MapKind::dscp_to_tc, *classifier.dscp);
        bind_colours(config, index, *classifier.dscp);
    } else if (classifier.pcp != nullptr) {
        port.trust = {Trust::pcp, config.here(*classifier.pcp)};
    } else if (port.routed.peek_known() && port.routed.value) {
        port.trust = config.defaults.value("trust", Trust::dscp);
        port.dscp_to_tc = Setting<Ref>::unread(config.unread(policy_of_system));
    } else {
        withhold(port, config.unread(bridged_without_policy));
    }
    if (classifier.pcp != nullptr)
        port.pcp_to_tc = bound_map(config, MapKind::pcp_to_tc, *classifier.pcp);
    port.default_tc = classifier.usual == nullptr
        ? config.defaults.value("unmatched_class", static_cast<std::uint8_t>(0))
        : config.class_named(*classifier.usual, classifier.usual->key);
}

}

const Statement* policy_of(const Statement* bound, bool& differs)
{
    const Statement* both = inside(bound, {"dscp-policy"});
    const Statement* v4 = inside(bound, {"ipv4-dscp-policy"});
    const Statement* v6 = inside(bound, {"ipv6-dscp-policy"});
    const Statement* first = v4 != nullptr ? v4 : both;
    const Statement* second = v6 != nullptr ? v6 : both;
    differs = differs || (v6 != nullptr && Classifier::name(first) != Classifier::name(second));
    return first != nullptr ? first : second;
}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    port.tc_to_queue = {Ref{}, config.class_is_queue};
    port.ingress_policy = config.defaults.value("ingress_policy", Ref{});
    const std::uint32_t carrier = port.lag == Port::no_index ? index : port.lag;
    const Bound* bound = config.bound_of(index);
    std::optional<Classifier> found;
    const auto leave_open = [&](std::string_view why) {
        port.tc_to_dscp = Setting<Ref>::unread(config.unread(why));
        withhold(port, config.unread(why));
    };
    if (const std::string_view why = config.unread_qos(index); !why.empty())
        return leave_open(why);
    for (const Statement& inner : *config.interfaces[carrier]) {
        if (inner.word() != "subinterface")
            continue;
        const auto entry = bound == nullptr ? decltype(Bound::subinterfaces)::const_iterator{}
                                            : bound->subinterfaces.find(inner.key);
        const bool has = bound != nullptr && entry != bound->subinterfaces.end();
        const Classifier own = classifier_of(has ? entry->second : nullptr);
        if (inner.child("qos") != nullptr)
            return leave_open(own_qos);
        if (found && !found->same_as(own))
            return leave_open(differ);
        found = found ? found : own;
    }
    if (!found)
        return leave_open(no_subinterface);
    if (found->fields != nullptr)
        port.ingress_policy = Setting<Ref>::unread(config.unread(classified_by_fields));
    port.tc_to_dscp = rewrite_of(config, found->rewrite);
    apply(config, index, *found);
}

}
