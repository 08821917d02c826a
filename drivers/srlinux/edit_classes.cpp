// SPDX-License-Identifier: Apache-2.0
// Changes of classifiers, and of what is written into packets that leave.
#include "drivers/srlinux/edit_context.h"

#include <fmt/format.h>

namespace rocelint::srlinux {
namespace {

// The classifier that the first subinterface with one is bound to.
const Statement* classifier_of(const Config& config, std::uint32_t port, std::string_view field)
{
    const Bound* bound = config.bound_of(port);
    if (bound == nullptr)
        return nullptr;
    for (const auto& [index, entry] : bound->subinterfaces) {
        const Statement* classifiers = inside(entry, {"input", "classifiers"});
        bool differs = false;
        const Statement* found
            = field == "dscp" ? policy_of(classifiers, differs) : inside(classifiers, {"dot1p-policy"});
        if (found != nullptr)
            return found;
    }
    return nullptr;
}

const Statement* rewrite_of(const Config& config, std::uint32_t port)
{
    const Bound* bound = config.bound_of(port);
    if (bound == nullptr)
        return nullptr;
    for (const auto& [index, entry] : bound->subinterfaces) {
        bool differs = false;
        if (const Statement* found = policy_of(inside(entry, {"output", "rewrite-rules"}), differs);
            found != nullptr)
            return found;
    }
    return nullptr;
}

}

Objection Editor::queue_of(Named kind, std::uint8_t index, std::string_view& name)
{
    for (const auto& [each, queue] : config().objects[static_cast<std::size_t>(kind)]) {
        if (queue->value("queue-index") == keep(index) && (name.empty() || each < name))
            name = each;
    }
    if (!name.empty())
        return {};
    if (index >= queue_count)
        return "SR Linux has queues from 0 to 7";
    name = keep(fmt::format("{}{}", kind == Named::queue ? "unicast-" : "pfc", index));
    if (config().objects[static_cast<std::size_t>(kind)].contains(name))
        return Objection(fmt::format("{} {} has another index", row_of(kind).term, name));
    return put({"qos", "queues", row_of(kind).word, name, "queue-index", keep(index)});
}

Objection Editor::class_of(std::uint8_t tc, std::string_view& name)
{
    const auto& classes = config().objects[static_cast<std::size_t>(Named::forwarding_class)];
    for (const auto& [each, found] : classes) {
        const Setting<std::uint8_t> own = config().class_named(*found, each);
        if (own.peek_known() && own.value == tc && (name.empty() || each < name))
            name = each;
    }
    if (!name.empty())
        return {};
    name = keep(fmt::format("fc{}", tc));
    if (tc >= queue_count || classes.contains(name))
        return Objection(fmt::format("no forwarding class has queue {}", tc));
    std::string_view queue;
    Objection reason = queue_of(Named::queue, tc, queue);
    // A class is named in a policy only if it is mapped to a queue.
    return reason
        ? std::move(reason)
        : put({"qos", "forwarding-classes", "forwarding-class", name, "output", "unicast-queue", queue});
}

Objection Editor::set_trust(const Change& change)
{
    const auto* trust = value_of<Trust>(change);
    if (trust == nullptr || (*trust != Trust::dscp && *trust != Trust::pcp))
        return "SR Linux has a classifier for DSCP or for 802.1p, and corrections bind one of them";
    const bool by_dscp = *trust == Trust::dscp;
    const Named kind = by_dscp ? Named::dscp_policy : Named::dot1p_policy;
    const auto& policies = config().objects[static_cast<std::size_t>(kind)];
    if (policies.size() != 1)
        return Objection(fmt::format("{} {} is in the files, so that which one to bind is a choice",
            policies.empty() ? "no" : "more than one",
            row_of(kind).term));
    const Port& port = port_of(change);
    const std::uint32_t carrier = port.lag == Port::no_index ? change.port.port : port.lag;
    Objection reason;
    bool any = false;
    for (const Statement& inner : *config().interfaces[carrier]) {
        if (inner.word() != "subinterface" || reason)
            continue;
        Path entry;
        reason = entry_of(change, inner.key, entry);
        const Path classifiers = joined(entry, {"input", "classifiers"});
        if (!reason)
            reason = put(joined(classifiers, {row_of(kind).word, policies.begin()->first}));
        // Those of one IP version go before that of both.
        for (const std::string_view other :
            {std::string_view("ipv4-dscp-policy"), std::string_view("ipv6-dscp-policy")})
            remove(joined(classifiers, {other}));
        remove(joined(classifiers, {by_dscp ? "dot1p-policy" : "dscp-policy"}));
        any = true;
    }
    return any ? std::move(reason)
               : Objection("the port has no subinterface, and only subinterfaces are classified");
}

Objection Editor::set_point(const Change& change, const MapEntry& entry)
{
    const bool by_dscp = entry.kind == MapKind::dscp_to_tc;
    const std::string_view field = by_dscp ? "dscp" : "dot1p";
    const auto reference_of = [&](std::uint32_t port) { return classifier_of(config(), port, field); };
    const Statement* reference = reference_of(change.port.port);
    const Named kind = by_dscp ? Named::dscp_policy : Named::dot1p_policy;
    const Statement* policy = reference == nullptr ? nullptr : config().find(kind, reference->key);
    if (policy == nullptr)
        return Objection(fmt::format("no {} of the files is bound to the port", row_of(kind).term));
    if (Objection reason = refuse_for_others(change, row_of(kind).term, reference_of))
        return reason;
    std::string_view name;
    if (Objection reason = class_of(entry.to, name))
        return reason;
    return put({"qos",
        "classifiers",
        row_of(kind).word,
        policy->key,
        field,
        keep(entry.from),
        "forwarding-class",
        name});
}

Objection Editor::set_rewrite(const Change& change, const MapEntry& entry)
{
    const auto reference_of = [&](std::uint32_t port) { return rewrite_of(config(), port); };
    const Statement* reference = reference_of(change.port.port);
    const Statement* policy
        = reference == nullptr ? nullptr : config().find(Named::rewrite_policy, reference->key);
    if (policy == nullptr)
        return "no dscp-policy of rewrite-rules is bound to the port: packets keep their DSCP";
    if (Objection reason = refuse_for_others(change, row_of(Named::rewrite_policy).term, reference_of))
        return reason;
    std::string_view name;
    if (Objection reason = class_of(entry.from, name))
        return reason;
    return put({"qos", "rewrite-rules", "dscp-policy", policy->key, "map", name, "dscp", keep(entry.to)});
}

Objection Editor::set_map(const Change& change)
{
    const auto* entry = value_of<MapEntry>(change);
    if (entry == nullptr)
        return "the change names no entry of a map";
    switch (entry->kind) {
    case MapKind::dscp_to_tc:
    case MapKind::pcp_to_tc:
        return set_point(change, *entry);
    case MapKind::tc_to_dscp:
        return set_rewrite(change, *entry);
    case MapKind::tc_to_queue:
        return "a traffic class of SR Linux is the queue of a forwarding class: change the queue of the class by hand";
    case MapKind::tc_to_priority_group:
    case MapKind::priority_to_queue:
    case MapKind::priority_to_priority_group:
        return set_mapped_priority(change, *entry);
    case MapKind::tc_to_pcp:
        break;
    }
    return "the 802.1p priority of packets that leave is not corrected";
}

}
