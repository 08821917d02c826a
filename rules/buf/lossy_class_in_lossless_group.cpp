// SPDX-License-Identifier: Apache-2.0
#include "analysis/majority.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf011 {
namespace {

constexpr Example examples[] = {
    {.title = "Best-effort traffic is accounted in the lossless priority group",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"0": "3"}}})"}}},
        .flagged = R"("0": "3")"},
    {.title = "Only the lossless class is in the lossless group", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Best-effort traffic is bound to the lossless priority group",
        .files = {{{"onyx",
            "leaf1",
            R"(+   interface ethernet 1/1-1/2 ingress-buffer iPort.pg3 bind switch-priority 0
)"}}},
        .flagged = "bind switch-priority 0"},
    {.title = "Only switch-priority 3 is in the lossless group", .files = {{{"onyx", "leaf1", ""}}}},
};

// Whether received pause for one of the port's lossless priorities stops this class.
bool is_paused(const Device& device, const Port& port, std::uint8_t tc)
{
    const Setting<std::uint8_t> queue = queue_of_tc(device, port, tc);
    if (!queue.known())
        return true;
    for (const Priority priority : port.pfc_tx.value) {
        const Setting<std::uint8_t> stopped = queue_of_priority(device, port, priority);
        if (!stopped.known() || stopped.value == queue.value)
            return true;
    }
    return false;
}

// Whether the group has a class that it is lossless for. If none of its classes is paused, the fault is not
// this class but the queue that pause stops (QOS005).
bool has_paused_class(const Device& device, const Port& port, std::uint8_t group)
{
    for (const std::uint8_t tc : PrioritySet::all()) {
        if (group_of_tc(device, port, tc).is(group) && is_paused(device, port, tc))
            return true;
    }
    return false;
}

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical || !port.groups_visible
        || !port.pfc_tx.known() || port.pfc_tx.value.empty()
        || device.map(port.tc_to_priority_group) == nullptr)
        return;
    for (const std::uint8_t tc : PrioritySet::all()) {
        const Setting<std::uint8_t> number = group_of_tc(device, port, tc);
        if (!number.known() || number.origin.kind() == OriginKind::default_)
            continue;
        const PriorityGroup* group = device.group(port, number.value);
        if (group == nullptr || !group->lossless.is(true) || is_paused(device, port, tc)
            || !has_paused_class(device, port, number.value))
            continue;
        // Propose the lossy group that most other classes are in.
        Majority<std::uint8_t> groups;
        for (const std::uint8_t other : PrioritySet::all()) {
            const Setting<std::uint8_t> theirs = group_of_tc(device, port, other);
            const PriorityGroup* lossy = theirs.known() ? device.group(port, theirs.value) : nullptr;
            if (lossy != nullptr && !lossy->lossless.is(true))
                groups.add(theirs.value);
        }
        Diagnosis diagnosis{.at = context.place(number.origin),
            .message = fmt::format(
                "{} accounts traffic class {} in the lossless priority group {}, but nothing pauses that "
                "class: lossy traffic eats the headroom and makes the port pause RDMA",
                context.port_label(context.id),
                tc,
                number.value),
            .subjects = {context.subject(Property::priority_group_map, tc),
                {{context.id.device, Port::no_index}, Property::priority_group_map, tc}},
            .related = {{context.place(group->lossless.origin), "the lossless group"}},
            .fix = fmt::format("Map traffic class {} to a lossy priority group.", tc)};
        if (const auto usual = groups.winner())
            diagnosis.changes.push_back({.port = context.id,
                .property = Property::priority_group_map,
                .value = MapEntry{MapKind::tc_to_priority_group, tc, *usual},
                .shared = true});
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "BUF011",
    .name = "lossy-class-in-lossless-group",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A lossy traffic class shares a lossless priority group.",
    .why = "A priority group pauses for all that is accounted in it. Lossy traffic in it is not "
           "stopped by the pause that it causes: it fills the headroom, RDMA is paused for nothing, "
           "and in the end its packets are dropped.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2, TC_TO_PRIORITY_GROUP_MAP AZURE (3 to "
              "3, 4 to 4, the others to lossy groups); IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Map the class to the lossy group that most other classes are in.",
    .check_port = check,
};

}
