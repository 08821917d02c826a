// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/blame.h"
#include "rules/rule.h"
#include "rules/usual_class.h"

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
    {.title = "The policy leaves RDMA to PFC alone, so that nothing sends CNPs",
        .files
        = {{{"sonic", "leaf1", R"({"SCHEDULER": {"scheduler.2": {"type": "DWRR", "weight": "10"}}})"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
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
    {.title = "The queue of CNPs has a weight",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- qos drr 0 to 5
+ qos drr 0 to 6
)"}}},
        .flagged = "qos drr 0 to 6"},
    {.title = "The queue of CNPs has a weight",
        .files = {{{"aoscx", "leaf1", R"(@ qos schedule-profile FABRIC-SHARES
-    strict queue 7
+    dwrr queue 7 weight 10
)"}}},
        .flagged = "dwrr queue 7 weight 10"},
    {.title = "The class of CNPs has a ratio",
        .files = {{{"iosxr", "leaf1", R"(@ class TC6
-  priority level 1
+  bandwidth remaining ratio 10
)"}}},
        .flagged = "bandwidth remaining ratio 10"},
    {.title = "The queue of CNPs has a weight",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wrr cs6 group sp
+ qos wrr cs6 group 1 byte-count 10
)"}}},
        .flagged = "qos wrr cs6 group 1 byte-count 10"},
    {.title = "The queue of CNPs is served by weight",
        .files = {{{"srlinux", "leaf1", R"(@ scheduler 0 {
-                input cnp {
-                    queue-name unicast-6
-                    peak-rate-percent 20
-                }
@ scheduler 1 {
+                input cnp {
+                    queue-name unicast-6
+                    weight 5
+                }
)"}}},
        .flagged = "scheduler 1"},
};

const Scheduler* scheduler_of(const Device& device, const Queue& queue)
{
    return target_of(device.schedulers, queue.scheduler);
}

// Whether RDMA or best effort leaves by this queue, or RDMA is strict: other rules report CNPs that wait for
// them (QOS004, ETS004).
bool is_told_elsewhere(const DeviceContext& context, PortId id, std::uint8_t cnp_queue)
{
    const Device& device = context.device();
    const Port& port = device.ports[id.port];
    const PrioritySet carried = context.analysis.carried_classes(id);
    const Setting<std::uint8_t> ordinary = forward_dscp(device, port, 0).queue;
    if (ordinary.peek_known() && ordinary.value == cnp_queue)
        return true;
    return std::ranges::any_of(context.classes.classes, [&](const RdmaClass& rdma_class) {
        if (!carried.has(rdma_class.priority))
            return false;
        const Setting<std::uint8_t> number = context.facts().rdma_queue(port, rdma_class).number;
        // If no pause shows the queue, the traffic class on most RDMA ports shows where RDMA leaves.
        const auto leaves_by = [&](Dscp dscp) {
            const Setting<std::uint8_t> tc = usual_traffic_class(context, dscp);
            const Setting<std::uint8_t> queue = tc.peek_known() ? queue_of_tc(device, port, tc.value) : tc;
            return queue.peek_known() && queue.value == cnp_queue;
        };
        if (!number.peek_known())
            return std::ranges::any_of(rdma_class.dscps, leaves_by);
        const Queue* queue = device.queue(port, number.value);
        const Scheduler* scheduler = queue == nullptr ? nullptr : scheduler_of(device, *queue);
        return number.value == cnp_queue
            || (scheduler != nullptr && scheduler->kind.peek_known()
                && scheduler->kind.value == SchedulerKind::strict);
    });
}

void report(
    DeviceContext& context, PortId id, Span at, std::uint8_t tc, const Queue& queue, std::string_view what)
{
    const Port& port = context.device().ports[id.port];
    const Dscp cnp = *context.classes.cnp.dscp;
    Diagnosis diagnosis{.at = at,
        .message = fmt::format("queue {} of {}, which carries CNPs (DSCP {}), {}",
            queue.number,
            context.port_label(id),
            cnp,
            what),
        .subjects = {{id, Property::scheduler, queue.number}},
        .fix
        = fmt::format("Serve queue {} of {} strictly, if nothing else fills it.", queue.number, port.name)};
    show_class(context.device(), port, cnp, diagnosis);
    show_queue(context.device(), port, tc, diagnosis);
    context.report(std::move(diagnosis));
}

// `tc`: the class of CNPs inside the switch, whichever port they entered by.
void check_port(DeviceContext& context, PortId id, std::uint8_t tc)
{
    const Device& device = context.device();
    const Port& port = device.ports[id.port];
    const Setting<std::uint8_t> number = queue_of_tc(device, port, tc);
    if (context.need(id, number, "the queue of CNPs") == nullptr)
        return;
    const Queue* queue = device.queue(port, number.value);
    if (queue == nullptr
        || context.need(id, queue->scheduler, "the scheduler of the queue of CNPs") == nullptr
        || is_told_elsewhere(context, id, queue->number))
        return;
    const Scheduler* scheduler = scheduler_of(device, *queue);
    if (scheduler == nullptr)
        return report(context,
            id,
            device.place(queue->scheduler.origin, &port),
            tc,
            *queue,
            "has no scheduler of its own: the hardware decides what share it gets");
    const SchedulerKind* kind = context.need(id, scheduler->kind, "how the queue of CNPs is served");
    if (kind == nullptr || *kind == SchedulerKind::strict)
        return;
    const Span written = device.origins.span(scheduler->kind.origin);
    report(context,
        id,
        written.somewhere() ? written : scheduler->at,
        tc,
        *queue,
        "is served by its share: under congestion they wait their turn behind the packets that they "
        "should slow down");
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch || !context.classes.sends_cnps())
        return;
    const auto cnp = context.classes.cnp.dscp;
    Setting<std::uint8_t> tc;
    bool looked_up = false;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const PortId id{context.index, index};
        const Port& port = device.ports[index];
        if (port.kind != PortKind::physical || !port.queues_visible || !context.analysis.is_roce(id))
            continue;
        if (!cnp) {
            context.not_checked(id,
                "the DSCP of CNPs is unknown: no policy states it and no NIC shows it",
                "state `cnp:` in rocelint.yaml");
            continue;
        }
        if (!looked_up)
            tc = usual_traffic_class(context, *cnp);
        looked_up = true;
        if (context.need(id, tc, "the queue of CNPs") != nullptr)
            check_port(context, id, tc.value);
    }
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
    = "CNPs are few and small, and every microsecond that they wait is one in which their sender goes on "
      "at full rate. Strict priority costs other traffic next to nothing. Shares do the job as well "
      "while queues are short, and SONiC's shipped templates use them: this is a hint, not a fault.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3 (CNPs are "
      "sent with high priority); Cumulus Linux 5.16, RDMA over Converged Ethernet (switch priority 6 strict); "
      "sonic-buildimage files/build_templates/qos_config.j2 (weights)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Serve the queue of CNPs strictly, if nothing but CNPs and control traffic uses it.",
    .check_device = check,
};

}
