// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::ets004 {
namespace {

constexpr Example examples[] = {
    {.title = "RDMA and CNPs are both strict, and RDMA is in the higher queue",
        .files = {{{"eos", "leaf1", R"(-qos map dscp 48 to traffic-class 6
+qos map dscp 48 to traffic-class 2
@ interface Ethernet1/1
-      bandwidth percent 60
+      priority strict
@ interface Ethernet2/1
+   tx-queue 2
+      priority strict
)"}}},
        .flagged = "priority strict"},
    {.title = "RDMA is strict, and best effort waits in a strict queue below it",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-      bandwidth percent 60
+      priority strict
)"}}},
        .flagged = "priority strict"},
    {.title = "RDMA is served by shares, below the strict queue of CNPs", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"sonic", "leaf1", R"({"SCHEDULER": {"scheduler.1": {"type": "STRICT"},
 "scheduler.2": {"type": "DWRR", "weight": "10"}}})"}}},
        .flagged = R"("type": "STRICT")"},
    {.title = "The queue of RDMA has a weight and that of CNPs is strict",
        .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Traffic class 3 is strict",
        .files
        = {{{"nvue", "leaf1", R"(+nv set qos egress-scheduler default-global traffic-class 3 mode strict
)"}}},
        .flagged = "traffic-class 3 mode strict"},
    {.title = "`qos roce` serves RDMA by its share", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q6
-    priority level 1
+    bandwidth remaining percent 10
@ class type queuing c-out-8q-q3
-    bandwidth remaining percent 60
+    priority level 1
@ class type queuing c-out-8q-q-default
-    bandwidth remaining percent 40
+    bandwidth remaining percent 90
)"}}},
        .flagged = "priority level 1"},
    {.title = "Both are strict, and RDMA has the first priority level although its queue number is lower",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q6
-    priority level 1
+    priority level 2
@ class type queuing c-out-8q-q3
-    bandwidth remaining percent 60
+    priority level 1
@ class type queuing c-out-8q-q-default
-    bandwidth remaining percent 40
+    bandwidth remaining percent 100
)"}}},
        .flagged = "priority level 1"},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"os10", "leaf1", R"(@ class QUEUE-3
-  bandwidth percent 60
+  priority
@ class QUEUE-6
-  priority
+  bandwidth percent 60
)"}}},
        .flagged = "priority"},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"sonic-cli", "leaf1", R"(@ queue 3
-  type dwrr
-  weight 60
+  type strict
@ queue 6
-  type strict
+  type dwrr
+  weight 60
)"}}},
        .flagged = "type strict"},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- qos drr 0 to 5
+ qos drr 0 to 2 4 to 6
+ qos pq 3
)"}}},
        .flagged = "qos pq 3"},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"aoscx", "leaf1", R"(@ qos queue-profile FABRIC-QUEUES
-    map queue 3 local-priority 3
-    map queue 7 local-priority 6
+    map queue 3 local-priority 6
+    map queue 7 local-priority 3
@ qos threshold-profile RDMA-ECN
-    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
+    queue 7 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
)"}}},
        .flagged = "strict queue 7"},
    {.title = "The class of RDMA is strict and that of CNPs is not",
        .files = {{{"iosxr", "leaf1", R"(@ class TC6
-  priority level 1
+  bandwidth remaining ratio 10
@ class TC3
-  bandwidth remaining ratio 60
+  priority level 1
)"}}},
        .flagged = "priority level 1"},
    {.title = "The queue of RDMA is strict and that of CNPs is not",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wrr af3 group 1 byte-count 60
- qos wrr cs6 group sp
+ qos wrr af3 group sp
+ qos wrr cs6 group 1 byte-count 60
)"}}},
        .flagged = "qos wrr af3 group sp"},
    {.title = "The queue of RDMA is served with strict priority",
        .files = {{{"srlinux", "leaf1", R"(@ scheduler 1 {
-                input rdma {
-                    queue-name unicast-3
-                    weight 60
-                }
@ scheduler 0 {
+                input rdma {
+                    queue-name unicast-3
+                }
)"}}},
        .flagged = "scheduler 0"},
};

const Scheduler* scheduler_of(const Device& device, const Port& port, std::uint8_t number)
{
    const Queue* queue = device.queue(port, number);
    return queue == nullptr ? nullptr : target_of(device.schedulers, queue->scheduler);
}

// Whether `one` is served before `other`, both strict. If no level is stated, the higher queue number goes
// first.
bool goes_first(const Scheduler& one, std::uint8_t number, const Scheduler& other, std::uint8_t other_number)
{
    if (one.level.origin == OriginId{} && other.level.origin == OriginId{})
        return number > other_number;
    return one.level.known() && other.level.known() && one.level.value < other.level.value;
}

// The queue of packets with DSCP 0, or none.
std::optional<std::uint8_t> best_effort_queue(const PortContext& context)
{
    const Setting<std::uint8_t> queue = classify_dscp(context.device(), context.port(), 0).queue;
    return queue.peek_known() ? std::optional(queue.value) : std::nullopt;
}

// The traffic that waits for a strict RDMA queue, in words; empty if none is known.
std::string who_waits(PortContext& context,
    const RdmaClass& rdma_class,
    const Scheduler& own,
    std::uint8_t rdma,
    bool& notifications)
{
    const Device& device = context.device();
    if (const auto cnp = context.classes.cnp.dscp; cnp) {
        const Setting<std::uint8_t> queue = classify_dscp(device, context.port(), *cnp).queue;
        const Scheduler* scheduler = queue.known() && queue.value != rdma
            ? scheduler_of(device, context.port(), queue.value)
            : nullptr;
        notifications = scheduler != nullptr
            && (scheduler->kind.is(SchedulerKind::weighted)
                || (scheduler->kind.is(SchedulerKind::strict)
                    && goes_first(own, rdma, *scheduler, queue.value)));
        if (notifications)
            return fmt::format(
                "CNPs (DSCP {}, queue {}), which should slow it down, wait until it has sent everything",
                *cnp,
                queue.value);
    }
    for (const Queue& queue : device.queues_of(context.port())) {
        const Scheduler* scheduler = target_of(device.schedulers, queue.scheduler);
        if (queue.number == rdma || scheduler == nullptr)
            continue;
        if (scheduler->kind.is(SchedulerKind::weighted))
            return fmt::format(
                "what shares the link with it in weighted queues gets nothing while priority {} has packets",
                rdma_class.priority);
        if (scheduler->kind.is(SchedulerKind::strict) && queue.number == best_effort_queue(context)
            && goes_first(own, rdma, *scheduler, queue.number))
            return fmt::format("unmarked packets in queue {} get nothing while priority {} has packets",
                queue.number,
                rdma_class.priority);
    }
    return {};
}

void check_class(PortContext& context, const RdmaClass& rdma_class)
{
    const Device& device = context.device();
    const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
    if (!number)
        return;
    const Scheduler* scheduler = scheduler_of(device, context.port(), *number);
    if (scheduler == nullptr || !scheduler->kind.is(SchedulerKind::strict)
        || (scheduler->limit.peek_known() && scheduler->limit.value.count > 0))
        return;
    bool notifications = false;
    const std::string waiting = who_waits(context, rdma_class, *scheduler, *number, notifications);
    if (waiting.empty())
        return;
    Span at = device.origins.span(scheduler->kind.origin);
    if (!at.somewhere())
        at = scheduler->at;
    // A queue that no line mentions is strict by the platform's default.
    if (!at.somewhere())
        at = context.place(scheduler->kind.origin);
    context.report({.severity = notifications ? Severity::warning : Severity::info,
        .at = at,
        .message = fmt::format("queue {} of {}, which carries RDMA (priority {}), is strict: {}",
            *number,
            context.port_label(context.id),
            rdma_class.priority,
            waiting),
        .subjects = {context.subject(Property::scheduler, rdma_class.priority)},
        .fix = fmt::format(
            "Serve queue {} of {} by a share, and the CNPs strictly.", *number, context.port().name)});
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const PrioritySet carried = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (carried.has(rdma_class.priority))
            check_class(context, rdma_class);
    }
}

}

extern const Rule rule = {
    .code = "ETS004",
    .name = "strict-rdma",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where no CNPs wait for it"}}},
    .scope = Scope::port,
    .summary = "The queue of RDMA is strict, and CNPs or other traffic wait behind it.",
    .why
    = "A strict queue is served until it is empty. Bulk RDMA can fill a link for seconds; CNPs that wait "
      "meanwhile come too late to slow its senders down, and routing protocols in weighted queues can "
      "time out. CNPs are few and small: they may be strict, RDMA should not be. Of two strict queues "
      "the one with the lower priority level is served first; where the platform has no levels, the "
      "higher queue is assumed to be.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3 (CNPs are "
      "sent with high priority); Cumulus Linux 5.16, RDMA over Converged Ethernet (RDMA by share, switch "
      "priority 6 strict); IEEE 802.1Q-2022 clause 8.6.8.1 (strict priority)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Serve RDMA by a share of the bandwidth.",
    .check_port = check,
};

}
