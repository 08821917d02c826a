// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ets003 {
namespace {

constexpr Example examples[] = {
    {.title = "CNPs wait for their turn among weighted queues",
        .files
        = {{{"sonic", "leaf1", R"({"SCHEDULER": {"scheduler.2": {"type": "DWRR", "weight": "10"}}})"}}},
        .flagged = R"("type": "DWRR")"},
    {.title = "The queue of CNPs is strict", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "CNPs leave by a queue that the scheduler map does not name",
        .files = {{{"junos", "leaf1", R"(-            forwarding-class CNP scheduler cnp;
)"}}},
        .flagged = "rdma {"},
    {.title = "The scheduler map serves the class of CNPs strictly", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The queue of CNPs has a weight",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 traffic-class 6 dcb ets strict
+   interface ethernet 1/1-1/2 traffic-class 6 dcb ets wrr 10
)"}}},
        .flagged = "traffic-class 6 dcb ets wrr 10"},
    {.title = "The queue of CNPs is strict", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "Traffic class 6 is served by its share",
        .files = {{{"nvue", "leaf1", R"(+nv set qos egress-scheduler default-global traffic-class 6 mode dwrr
)"}}},
        .flagged = "traffic-class 6 mode dwrr"},
    {.title = "`qos roce` serves CNPs first", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The queue of CNPs has a share",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q6
-    priority level 1
+    bandwidth remaining percent 10
@ class type queuing c-out-8q-q-default
-    bandwidth remaining percent 40
+    bandwidth remaining percent 30
)"}}},
        .flagged = "bandwidth remaining percent 10"},
    {.title = "The queue of CNPs has a share",
        .files = {{{"os10", "leaf1", R"(@ class QUEUE-0
-  bandwidth percent 40
+  bandwidth percent 30
@ class QUEUE-6
-  priority
+  bandwidth percent 10
)"}}},
        .flagged = "bandwidth percent 10"},
    {.title = "The queue of CNPs has a weight",
        .files = {{{"sonic-cli", "leaf1", R"(@ queue 6
-  type strict
+  type dwrr
+  weight 10
)"}}},
        .flagged = "type dwrr"},
};

const Scheduler* scheduler_of(const Device& device, const Queue& queue)
{
    return target_of(device.schedulers, queue.scheduler);
}

// RDMA or best effort leaves by this queue, or RDMA strictly: other rules tell of CNPs that wait behind them (QOS004,
// ETS004).
bool is_told_elsewhere(const PortContext& context, std::uint8_t cnp_queue)
{
    const Device& device = context.device();
    const PrioritySet carried = context.carried();
    const Setting<std::uint8_t> ordinary = forward_dscp(device, context.port(), 0).queue;
    if (ordinary.known_by_the_way() && ordinary.value == cnp_queue)
        return true;
    return std::ranges::any_of(context.classes.classes, [&](const RdmaClass& rdma_class) {
        if (!carried.has(rdma_class.priority))
            return false;
        const Setting<std::uint8_t> number = context.facts().rdma_queue(context.port(), rdma_class).number;
        if (!number.known_by_the_way())
            return false;
        const Queue* queue = device.queue(context.port(), number.value);
        const Scheduler* scheduler = queue == nullptr ? nullptr : scheduler_of(device, *queue);
        return number.value == cnp_queue
            || (scheduler != nullptr && scheduler->kind.known_by_the_way()
                && scheduler->kind.value == SchedulerKind::strict);
    });
}

void report(PortContext& context, Span at, std::uint8_t tc, const Queue& queue, std::string_view what)
{
    const Dscp cnp = *context.classes.cnp.dscp;
    Finding& finding = context.report(at,
        fmt::format("queue {} of {}, which carries CNPs (DSCP {}), {}",
            queue.number,
            context.port_label(context.id),
            cnp,
            what));
    context.blame(finding, Property::scheduler, queue.number);
    show_class(context.device(), context.port(), cnp, finding);
    show_queue(context.device(), context.port(), tc, finding);
    finding.fix = fmt::format(
        "Serve queue {} of {} strictly, if nothing else fills it.", queue.number, context.port().name);
}

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical || !port.queues_visible)
        return;
    const auto cnp = context.classes.cnp.dscp;
    if (!cnp)
        return context.not_checked(
            context.id, "the DSCP of CNPs is unknown: no policy states it and no NIC shows it");
    const Treatment treatment = forward_dscp(device, port, *cnp);
    if (context.need(context.id, treatment.queue, "the queue of CNPs") == nullptr)
        return;
    const Queue* queue = device.queue(port, treatment.queue.value);
    if (queue == nullptr
        || context.need(context.id, queue->scheduler, "the scheduler of the queue of CNPs") == nullptr
        || is_told_elsewhere(context, queue->number))
        return;
    const Scheduler* scheduler = scheduler_of(device, *queue);
    if (scheduler == nullptr)
        return report(context,
            context.place(queue->scheduler.origin),
            treatment.tc.value,
            *queue,
            "has no scheduler of its own: what it gets beside the others is up to the hardware");
    const SchedulerKind* kind = context.need(context.id, scheduler->kind, "how the queue of CNPs is served");
    if (kind == nullptr || *kind == SchedulerKind::strict)
        return;
    const Span written = device.origins.span(scheduler->kind.origin);
    report(context,
        written.somewhere() ? written : scheduler->at,
        treatment.tc.value,
        *queue,
        "is served by its share: under congestion they wait their turn behind the packets that they are to "
        "slow down");
}

}

extern const Rule rule = {
    .code = "ETS003",
    .name = "weighted-cnp",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary
    = "The queue of congestion notification packets is not strict, or nothing says how it is served.",
    .why
    = "CNPs are few and small, and every microsecond that they wait is one in which their sender goes on at "
      "full rate. Strict priority costs other traffic next to nothing. Shares do the job as well while "
      "queues are short, and SONiC's shipped templates use them: this is a hint, no fault.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3 (CNPs are "
      "sent with high priority); Cumulus Linux 5.16, RDMA over Converged Ethernet (switch priority 6 strict); "
      "sonic-buildimage files/build_templates/qos_config.j2 (weights)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Serve the queue of CNPs strictly, if nothing but CNPs and control traffic uses it.",
    .check_port = check,
};

}
