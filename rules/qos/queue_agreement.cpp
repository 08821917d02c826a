// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos005 {
namespace {

constexpr Example examples[] = {
    {.title = "Pause for priority 3 stops queue 4, but its packets leave by queue 3",
        .files = {{{"sonic", "leaf1", R"({"MAP_PFC_PRIORITY_TO_QUEUE": {"AZURE": {"3": "4"}}})"}}},
        .flagged = R"("3": "4")"},
    {.title = "Packets of traffic class 3 leave by queue 5, which no pause stops",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_QUEUE_MAP": {"AZURE": {"3": "5"}}})"}}},
        .flagged = R"("3": "5")"},
    {.title = "Pause stops the queue that the packets leave by", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Pause for priority 3 stops queue 4, which carries something else",
        .files = {{{"junos", "leaf1", R"(-                        flow-control-queue 3;
+                        flow-control-queue 4;
)"}}},
        .flagged = "flow-control-queue 4;"},
    {.title = "Pause for priority 3 stops the queue of its class", .files = {{{"junos", "leaf1", ""}}}},
};

// The priorities that any port of the group obeys. Sets `first` to one of these ports, preferably one that
// carries RDMA.
PrioritySet obeyed(
    const DeviceContext& context, const std::vector<std::uint32_t>& ports, std::uint32_t& first)
{
    const Device& device = context.device();
    PrioritySet all;
    bool has_rdma = false;
    for (const std::uint32_t index : ports) {
        const Setting<PrioritySet>& pfc = device.ports[index].pfc_rx;
        if (!pfc.known() || pfc.value.empty() || device.ports[index].pfc_asymmetric.is(true))
            continue;
        const bool carries = context.analysis.is_roce({context.index, index});
        if (all.empty() || (carries && !has_rdma))
            first = index;
        has_rdma = has_rdma || carries;
        all = all | pfc.value;
    }
    return all;
}

// Whether some class of the priority group leaves by the queue: if another class was added to the group, the
// group map is at fault (BUF011).
bool is_served(const Device& device, const Port& port, std::uint8_t group, std::uint8_t queue)
{
    for (const std::uint8_t tc : PrioritySet::all()) {
        if (group_of_tc(device, port, tc).is(group) && queue_of_tc(device, port, tc).is(queue))
            return true;
    }
    return false;
}

void check_class(DeviceContext& context, std::uint32_t port_index, std::uint8_t tc, PrioritySet obeys)
{
    const Device& device = context.device();
    const Port& port = device.ports[port_index];
    // If priority groups are unknown, only the queue itself connects a class to a priority.
    const Setting<std::uint8_t> group = group_of_tc(device, port, tc);
    if (!group.known())
        return;
    for (const Priority priority : obeys) {
        if (!group_of_priority(device, port, priority).is(group.value))
            continue;
        const Setting<std::uint8_t> leaves = queue_of_tc(device, port, tc);
        const Setting<std::uint8_t> stopped = queue_of_priority(device, port, priority);
        if (!leaves.known() || !stopped.known() || leaves.value == stopped.value
            || is_served(device, port, group.value, stopped.value))
            continue;
        // The map that changes the number is the more likely cause.
        const bool blame_pause = leaves.value == tc;
        // A port without its own map uses the default one; the place is then where the map is missing.
        const auto stated = [&](OriginId entry, const Setting<Ref>& map) {
            const Origin at = device.origins.look_up(entry);
            return at.at.somewhere() || at.via.somewhere() ? entry : map.origin;
        };
        const OriginId leaves_at = stated(leaves.origin, port.tc_to_queue);
        const OriginId stopped_at = stated(stopped.origin, port.priority_to_queue);
        const OriginId blamed = blame_pause ? stopped_at : leaves_at;
        const OriginId other = blame_pause ? leaves_at : stopped_at;
        Diagnosis diagnosis{.at = device.place(blamed, &port),
            .message = fmt::format(
                "{} sends traffic class {} by queue {}, but pause for its priority {} stops queue {}: "
                "the peer's buffer overflows while an unrelated queue stands still",
                device.name,
                tc,
                leaves.value,
                priority,
                stopped.value),
            .subjects
            = {context.subject(Property::queue_map, tc), context.subject(Property::priority_group_map, tc)},
            .related = {{device.place(other, &port),
                blame_pause ? "the queue of the traffic class" : "the queue that pause stops"}},
            .fix = fmt::format("Let pause for priority {} stop the queue of traffic class {}.", priority, tc),
            .changes = {{.port = {context.index, port_index},
                .property = Property::queue_map,
                .value = blame_pause ? MapEntry{MapKind::priority_to_queue, priority, leaves.value}
                                     : MapEntry{MapKind::tc_to_queue, tc, stopped.value},
                .shared = true}}};
        show_paused_classes(device, port, PrioritySet::of(priority), diagnosis);
        context.report(std::move(diagnosis));
    }
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        std::uint32_t first = group.front();
        const PrioritySet obeys = obeyed(context, group, first);
        if (obeys.empty())
            continue;
        for (const std::uint8_t tc : PrioritySet::all())
            check_class(context, first, tc, obeys);
    }
}

}

extern const Rule rule = {
    .code = "QOS005",
    .name = "pause-stops-another-queue",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "Pause for a priority stops a queue other than the one its packets leave by.",
    .why = "PFC works only if the queue that a pause frame stops is the queue that fills the neighbour's "
           "buffer. Where the two maps disagree the neighbour goes on receiving, overruns its headroom "
           "and drops, and an unrelated queue stands still.",
    .source = "IEEE 802.1Q-2022 clause 36.1; sonic-buildimage files/build_templates/qos_config.j2, "
              "TC_TO_QUEUE_MAP and MAP_PFC_PRIORITY_TO_QUEUE",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Make both maps lead to the same queue: correct the one that changes the number.",
    .witness = Witness::unheeded_pause,
    .check_device = check,
};

}
