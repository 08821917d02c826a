// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc012 {
namespace {

constexpr Example examples[] = {
    {.title = "Priority group 4 has headroom, but priority 4 has no PFC",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PG": {"Ethernet0|4": {"profile": "pg_lossless_100000_5m_profile"}}})"}}},
        .flagged = R"("profile": "pg_lossless_100000_5m_profile")"},
    {.title = "Only the group of the lossless priority has headroom", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "A second lossless group that no port pauses",
        .files = {{{"sample-nos", "leaf1", R"(-lossless: [3]
+lossless: [3, 4]
)"}}},
        .flagged = "lossless: [3, 4]"},
    {.title = "One lossless group and one lossless priority", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "Priority group 4 has headroom, but priority 4 has no PFC",
        .files
        = {{{"onyx", "leaf1", R"(+   interface ethernet 1/1 ingress-buffer iPort.pg4 bind switch-priority 4
+   interface ethernet 1/1 ingress-buffer iPort.pg4 map pool iPool1 type lossless reserved 67538 xoff 18432 xon 18432 shared alpha 2
)"}}},
        .flagged = "iPort.pg4 map"},
    {.title = "Only the group of the lossless priority has headroom", .files = {{{"onyx", "leaf1", ""}}}},
};

// The priority that pauses this group; nullopt if there is none or the maps do not say.
std::optional<Priority> priority_of_group(const Device& device, const Port& port, std::uint8_t group)
{
    for (const Priority priority : PrioritySet::all()) {
        if (group_of_priority(device, port, priority).is(group))
            return priority;
    }
    return std::nullopt;
}

// Groups that one line gives headroom to.
struct Wasted {
    OriginId origin;
    PrioritySet priorities;
};

void report(PortContext& context, const Wasted& wasted)
{
    Diagnosis diagnosis{.at = context.place(wasted.origin),
        .message = fmt::format("{} reserves headroom for priority {}, which has no PFC: the memory is wasted "
                               "and the class is not lossless",
            context.port_label(context.id),
            to_string(wasted.priorities)),
        .related = {{context.place(context.port().pfc_tx.origin), "PFC of the port"}},
        .fix = fmt::format("Turn PFC on for priority {} on {}, or give its priority group a lossy profile.",
            to_string(wasted.priorities),
            context.port().name)};
    for (const Property property : {Property::headroom, Property::pfc}) {
        for (const Priority priority : wasted.priorities)
            diagnosis.subjects.push_back(context.subject(property, priority));
    }
    // A priority that RDMA needs should get PFC instead (PFC001).
    if ((wasted.priorities & context.required()).empty())
        diagnosis.changes.push_back(
            context.change(Property::headroom, PriorityDelta{.add = {}, .remove = wasted.priorities}));
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    if (!context.on_switch() || port.kind != PortKind::physical || !port.groups_visible
        || context.judgement().verdict == Verdict::not_roce)
        return;
    PrioritySet paused_groups;
    bool known = port.pfc_tx.known();
    for (const Priority priority : port.pfc_tx.value_or({})) {
        const Setting<std::uint8_t> group = group_of_priority(device, port, priority);
        known = group.known();
        paused_groups.insert(group.value);
        if (!known)
            break;
    }
    Wasted wasted;
    for (const PriorityGroup& group : device.groups_of(port)) {
        if (!group.lossless.is(true) || paused_groups.has(group.number))
            continue;
        if (!known) {
            (void)context.need(context.id, port.pfc_tx, "PFC");
            return;
        }
        const auto priority = priority_of_group(device, port, group.number);
        if (!priority)
            continue;
        const bool bound = group.buffer.known() && group.buffer.origin.kind() != OriginKind::default_;
        const OriginId origin = bound ? group.buffer.origin : group.lossless.origin;
        if (!wasted.priorities.empty() && context.place(origin) != context.place(wasted.origin)) {
            report(context, wasted);
            wasted.priorities = {};
        }
        wasted.origin = origin;
        wasted.priorities.insert(*priority);
    }
    if (!wasted.priorities.empty())
        report(context, wasted);
}

}

extern const Rule rule = {
    .code = "PFC012",
    .name = "headroom-without-pfc",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A priority group has headroom although its priority has no PFC.",
    .why = "Headroom is taken out of the shared pool for good. Without PFC no sender is ever paused, so "
           "headroom only lets the group grow a little before it drops, while the operator believes the "
           "class to be lossless.",
    .source = "sonic-swss cfgmgr/buffer_pool_mellanox.lua (lossless groups are subtracted from the shared "
              "pool); IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Remove the headroom from the group of a priority that RDMA does not need.",
    .check_port = check,
};

}
