// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/fabric/member_places.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc013 {
namespace {

constexpr std::string_view storage_class = R"(@ forwarding-classes {
+        class STORAGE queue-num 4 no-loss pfc-priority 4;
@ dscp rdma {
+            forwarding-class STORAGE {
+                loss-priority low code-points 100010;
+            }
@ dscp {
+                    code-point 100010 {
+                        pfc;
+                    }
)";

constexpr std::string_view storage_class_and_queue = R"(@ forwarding-classes {
+        class STORAGE queue-num 4 no-loss pfc-priority 4;
@ dscp rdma {
+            forwarding-class STORAGE {
+                loss-priority low code-points 100010;
+            }
@ dscp {
+                    code-point 100010 {
+                        pfc;
+                    }
@ ieee-802.1 {
+                    code-point 100 {
+                        flow-control-queue 4;
+                    }
)";

constexpr std::string_view with_storage
    = "version: 1\nprofile: lossless\nrules:\n  PFC002: {parameters: {allowed_extra: [4]}}\n";

constexpr Example examples[] = {
    {.title
        = "A second lossless class is paused on input, but the list of output queues leaves its priority out",
        .files = {{{"junos", "leaf1", storage_class}}},
        .policy = with_storage,
        .flagged = "output {"},
    {.title = "Every paused priority has its output queue",
        .files = {{{"junos", "leaf1", storage_class_and_queue}}},
        .policy = with_storage},
};

// The priorities for which the port's own map is known to stop no queue.
PrioritySet without_queue(const Device& device, const Port& port, OriginId& why)
{
    PrioritySet found;
    const ClassMap* map = device.map(port.priority_to_queue);
    if (map == nullptr)
        return found;
    for (const Priority priority : port.pfc_rx.value) {
        const bool is_known = map->origin[priority].kind() != OriginKind::unread;
        if (map->to[priority] != ClassMap::unmapped || !is_known)
            continue;
        found.insert(priority);
        why = map->origin[priority];
    }
    return found;
}

// The queue of the only class that the priority pauses.
std::optional<std::uint8_t> queue_of_group(const Device& device, const Port& port, Priority priority)
{
    const Setting<std::uint8_t> group = group_of_priority(device, port, priority);
    std::optional<std::uint8_t> found;
    for (const std::uint8_t tc : PrioritySet::all()) {
        const Setting<std::uint8_t> queue = queue_of_tc(device, port, tc);
        if (!group.known() || !queue.known() || !group_of_tc(device, port, tc).is(group.value))
            continue;
        if (found && *found != queue.value)
            return std::nullopt;
        found = queue.value;
    }
    return found;
}

void report(PortContext& context, PrioritySet deaf, OriginId why)
{
    const Port& port = context.port();
    Diagnosis diagnosis{.at = context.place(why),
        .message = fmt::format(
            "{} has PFC on priority {}, but pause for it stops no queue: the port goes on sending into its "
            "neighbour's full buffer",
            context.port_label(context.id),
            to_string(deaf)),
        .related = {{place_of(context.device(), port.pfc_tx, deaf, &port), "PFC is on here"}},
        .fix = fmt::format("Name a queue that pause for priority {} stops.", to_string(deaf))};
    // The fault may be in the paused priorities or in the queues that their pause stops.
    for (const Priority priority : deaf) {
        diagnosis.subjects.push_back(context.subject(Property::queue_map, priority));
        diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    }
    show_paused_classes(context.device(), port, deaf, diagnosis);
    for (const Priority priority : deaf) {
        if (const auto queue = queue_of_group(context.device(), port, priority))
            diagnosis.changes.push_back(
                context.change(Property::queue_map, MapEntry{MapKind::priority_to_queue, priority, *queue}));
    }
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || port.kind != PortKind::physical
        || context.judgement().verdict == Verdict::not_roce || !port.pfc_rx.known()
        || port.pfc_rx.value.empty())
        return;
    OriginId why;
    const PrioritySet deaf = without_queue(context.device(), port, why);
    if (deaf.empty())
        return;
    // A class that should not be lossless has its own cause.
    const PrioritySet meant = context.required();
    for (const PrioritySet part : {deaf & meant, deaf - meant}) {
        if (!part.empty())
            report(context, part, why);
    }
}

}

extern const Rule rule = {
    .code = "PFC013",
    .name = "pause-without-queue",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "Pause for a lossless priority stops no queue.",
    .why
    = "On some platforms the queues that answer to received pause are listed one by one, and such a list "
      "replaces the built-in one. A lossless priority that is left out is paused towards the port's own "
      "senders, but when the neighbour sends pause, no queue stops, and the neighbour's buffer "
      "overflows. The PFC watchdog of such a platform looks at the listed queues only.",
    .source
    = "Junos OS CLI Reference, flow-control-queue (Output Congestion Notification, QFX Series): only the "
      "queues that are specified are programmed to pause; Junos OS Traffic Management User Guide for the "
      "QFX Series, Configuring CoS PFC: output priorities must match the input priorities; Junos OS Class of Service "
      "User Guide, PFC Watchdog: it works for queues that flow-control-queue names",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "List the queue of every lossless priority.",
    // If another rule reports a wrong map or priority, this is only a consequence.
    .yields = true,
    .witness = Witness::unheeded_pause,
    .check_port = check,
};

}
