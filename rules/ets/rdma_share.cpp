// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/ets/majority_shares.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ets002 {
namespace {

constexpr double window[] = {50, 99};

constexpr Parameter parameters[] = {
    {.name = "share_percent",
        .defaults = window,
        .unit = "percent",
        .meaning
        = "least and most bandwidth of all RDMA classes together, on platforms whose shares are percent",
        .source
        = "Cumulus Linux RoCE mode gives RDMA 50 %; AMD's Pollara design 99 % with a strict CNP queue"},
};

constexpr Example examples[] = {
    {.title = "RDMA is promised a tenth of the uplink",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      bandwidth percent 60
+      bandwidth percent 10
)"}}},
        .flagged = "bandwidth percent 10"},
    {.title = "RDMA is promised 60 percent", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The RDMA queue weighs less than the best-effort queue",
        .files = {{{"sonic", "leaf1", R"({"SCHEDULER": {"scheduler.1": {"weight": "5"}}})"}}},
        .flagged = R"("weight": "5")"},
    {.title = "The RDMA queue weighs more than the best-effort queue", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Two RDMA queues have together the weight of the best-effort queue",
        .files = {{{"sonic",
            "leaf1",
            R"({"DSCP_TO_TC_MAP": {"AZURE": {"34": "4"}},
 "SCHEDULER": {"scheduler.0": {"weight": "50"}, "scheduler.1": {"weight": "25"}},
 "QUEUE": {"Ethernet0|4": {"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"},
           "Ethernet4|4": {"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"}}})"}}},
        .policy = "version: 1\nclasses:\n  - {name: gpu, priority: 3, dscp: [26]}\n"
                  "  - {name: storage, dscp: [34], pfc: none}\ncnp: {priority: 6, dscp: 48}\n"},
    {.title = "The RDMA queue has no scheduler, and the others have",
        .files = {{{"sonic", "leaf1", R"({"QUEUE": {"Ethernet0|3": {"scheduler": null}}})"}}},
        .flagged = R"("Ethernet0|3")"},
    {.title = "The lossless class is promised a tenth of the link",
        .files = {{{"junos", "leaf1", R"(-            transmit-rate percent 60;
+            transmit-rate percent 10;
)"}}},
        .flagged = "transmit-rate percent 10;"},
    {.title = "The lossless class is promised 60 percent", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "RDMA weighs half of what best effort weighs",
        .files = {{{"onyx", "leaf1", R"(-   interface ethernet 1/1-1/2 traffic-class 3 dcb ets wrr 60
+   interface ethernet 1/1-1/2 traffic-class 3 dcb ets wrr 10
)"}}},
        .flagged = "wrr 10"},
    {.title = "RDMA weighs three times as much as best effort", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The NIC gives RDMA a tenth of the link",
        .files = {{{"linux-host", "host1", R"(-tc: 0 ratelimit: unlimited, tsa: ets, bw: 50%
+tc: 0 ratelimit: unlimited, tsa: ets, bw: 90%
-tc: 3 ratelimit: unlimited, tsa: ets, bw: 50%
+tc: 3 ratelimit: unlimited, tsa: ets, bw: 10%
)"}}},
        .flagged = "bw: 10%"},
    {.title = "The NIC gives RDMA half of the link", .files = {{{"linux-host", "host1", ""}}}},
    {.title = "RDMA is promised a tenth of the link",
        .files = {{{"os10", "leaf1", R"(-  bandwidth percent 60
+  bandwidth percent 10
)"}}},
        .flagged = "bandwidth percent 10"},
    {.title = "RDMA is promised a tenth of the link",
        .files = {{{"nxos", "leaf1", R"(-    bandwidth remaining percent 60
+    bandwidth remaining percent 10
)"}}},
        .flagged = "bandwidth remaining percent 10"},
    {.title = "RDMA is promised a fifth of the link",
        .files = {{{"sonic-cli", "leaf1", R"(@ queue 3
-  weight 60
+  weight 10
)"}}},
        .flagged = "weight 10"},
    {.title = "Traffic class 3 has 10 percent",
        .files
        = {{{"nvue", "leaf1", R"(+nv set qos egress-scheduler default-global traffic-class 3 bw-percent 10
)"}}},
        .flagged = "traffic-class 3 bw-percent 10"},
    {.title = "`qos roce` gives RDMA half of the port", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "RDMA is promised a fifth of the link",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- qos queue 3 drr weight 60
+ qos queue 3 drr weight 10
)"}}},
        .flagged = "weight 10"},
    {.title = "RDMA has a third of the weight of best effort",
        .files = {{{"aoscx", "leaf1", R"(@ qos schedule-profile FABRIC-SHARES
-    dwrr queue 3 weight 60
+    dwrr queue 3 weight 10
)"}}},
        .flagged = "dwrr queue 3 weight 10"},
    {.title = "RDMA has a quarter of the ratio of best effort",
        .files = {{{"iosxr", "leaf1", R"(-  bandwidth remaining ratio 60
+  bandwidth remaining ratio 10
)"}}},
        .flagged = "bandwidth remaining ratio 10"},
    {.title = "RDMA has a third of the weight of best effort",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wrr af3 group 1 byte-count 60
+ qos wrr af3 group 1 byte-count 12
)"}}},
        .flagged = "byte-count 12"},
    {.title = "The queue of RDMA has a small weight",
        .files = {{{"srlinux", "leaf1", R"(@ input rdma {
-                    weight 60
+                    weight 5
)"}}},
        .flagged = "weight 5"},
};

const Scheduler* scheduler_of(const Device& device, const Port& port, std::uint8_t number)
{
    const Queue* queue = device.queue(port, number);
    return queue == nullptr ? nullptr : target_of(device.schedulers, queue->scheduler);
}

struct Share {
    const Scheduler* scheduler = nullptr; ///< of the first RDMA queue
    Priority priority = 0;
    std::uint8_t queue = 0; ///< the queue's number
    double percent = 0;
    bool in_percent = true;
    std::uint64_t weight = 0; ///< of all RDMA queues together
    bool in_weights = true; ///< all weights are known
    PrioritySet queues;
};

// The guaranteed share of all RDMA classes of the port; nullopt if one is served strictly, if its share is
// unknown, or if it shares the queue of unmarked packets, which is the fault then (ETS010).
std::optional<Share> share_of(PortContext& context)
{
    const PrioritySet required = context.carried();
    const Setting<std::uint8_t> ordinary = forward_dscp(context.device(), context.port(), 0).queue;
    Share share;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!required.has(rdma_class.priority))
            continue;
        const std::optional<std::uint8_t> queue = need_queue(context, rdma_class);
        if (!queue)
            return std::nullopt;
        const Scheduler* scheduler = scheduler_of(context.device(), context.port(), *queue);
        if (ordinary.peek_known() && ordinary.value == *queue)
            return std::nullopt;
        if (scheduler == nullptr || !scheduler->kind.is(SchedulerKind::weighted))
            return std::nullopt;
        if (share.scheduler == nullptr) {
            share.scheduler = scheduler;
            share.priority = rdma_class.priority;
            share.queue = *queue;
        }
        if (!share.queues.has(*queue)) {
            share.queues.insert(*queue);
            share.in_weights = share.in_weights && scheduler->weight.peek_known();
            share.weight += scheduler->weight.value;
            share.in_percent = share.in_percent && scheduler->bandwidth.known();
            share.percent += scheduler->bandwidth.value_or({}).value();
        }
    }
    return share.scheduler == nullptr ? std::nullopt : std::optional(share);
}

Diagnosis diagnosis_of(const PortContext& context, const Share& share, OriginId at, std::string what)
{
    const Span written = context.device().origins.span(at);
    Diagnosis diagnosis{.at = written.somewhere() ? written : context.place(at),
        .message = std::move(what),
        .subjects = {context.subject(Property::bandwidth, share.priority)},
        .fix = fmt::format("Give the RDMA queue of {} its planned share.", context.port().name)};
    propose_majority_shares(context, diagnosis);
    return diagnosis;
}

// Gives both queues half of their combined weight, and RDMA the remainder: this keeps the sum of all weights,
// which some platforms limit.
void propose_equal_weights(const PortContext& context,
    Diagnosis& diagnosis,
    const Share& share,
    std::uint8_t ordinary,
    std::uint32_t other)
{
    const std::uint32_t sum = share.scheduler->weight.value + other;
    diagnosis.changes.push_back({.port = context.id,
        .property = Property::scheduler,
        .number = share.queue,
        .value = SchedulerTarget{.weight = sum - sum / 2}});
    diagnosis.changes.push_back({.port = context.id,
        .property = Property::scheduler,
        .number = ordinary,
        .value = SchedulerTarget{.weight = sum / 2}});
}

void check_weight(PortContext& context, const Share& share)
{
    const Setting<std::uint8_t> queue = forward_dscp(context.device(), context.port(), 0).queue;
    const Scheduler* ordinary
        = queue.known() ? scheduler_of(context.device(), context.port(), queue.value) : nullptr;
    if (ordinary == nullptr || ordinary == share.scheduler || !ordinary->kind.is(SchedulerKind::weighted)
        || !ordinary->weight.known() || !share.scheduler->weight.known() || !share.in_weights
        || share.weight >= ordinary->weight.value)
        return;
    const bool is_one = share.queues.size() == 1;
    Diagnosis diagnosis = diagnosis_of(context,
        share,
        share.scheduler->weight.origin,
        fmt::format("The RDMA queue{} of {} {} a weight of {} against {} of the best-effort queue: under "
                    "congestion RDMA gets the smaller part",
            is_one ? "" : "s",
            context.port_label(context.id),
            is_one ? "has" : "have together",
            share.weight,
            ordinary->weight.value));
    if (diagnosis.changes.empty() && is_one)
        propose_equal_weights(context, diagnosis, share, queue.value, ordinary->weight.value);
    context.report(std::move(diagnosis));
}

// A queue without a scheduler next to queues with one gets the hardware's default: a weight of 1 in SAI.
void check_unserved(PortContext& context)
{
    const Device& device = context.device();
    const std::span<const Queue> queues = device.queues_of(context.port());
    // For the other queues it only matters that one has a scheduler.
    const bool others = std::ranges::any_of(queues,
        [](const Queue& queue) { return queue.scheduler.peek_known() && !queue.scheduler.value.none(); });
    const PrioritySet required = context.carried();
    const bool told
        = std::ranges::all_of(queues, [](const Queue& queue) { return queue.scheduler.peek_known(); });
    if (!others && !queues.empty() && told && !required.empty())
        return context.not_checked(
            context.id, "no queue has a scheduler: what each gets of a full link is up to the switch");
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!others || !required.has(rdma_class.priority))
            continue;
        const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
        const Queue* queue = number ? device.queue(context.port(), *number) : nullptr;
        if (queue == nullptr || !queue->scheduler.known() || !queue->scheduler.value.none())
            continue;
        Diagnosis diagnosis{.at = context.place(queue->scheduler.origin),
            .message = fmt::format(
                "queue {} of {}, which carries RDMA, has no scheduler while other queues have one: it "
                "gets the hardware's default share, usually the smallest",
                queue->number,
                context.port_label(context.id)),
            .subjects = {context.subject(Property::scheduler, queue->number)},
            .fix
            = fmt::format("Serve queue {} of {} as other ports do.", queue->number, context.port().name)};
        propose_majority_shares(context, diagnosis);
        context.report(std::move(diagnosis));
        return;
    }
}

void check(PortContext& context)
{
    if (!context.is_roce() || context.port().kind != PortKind::physical)
        return;
    if (context.on_switch())
        check_unserved(context);
    const auto range = context.parameter("share_percent");
    const std::optional<Share> share = share_of(context);
    if (!share || range.size() != 2)
        return;
    if (!share->in_percent) {
        check_weight(context, *share);
        return;
    }
    if (share->percent >= range[0] && share->percent <= range[1])
        return;
    context.report(diagnosis_of(context,
        *share,
        share->scheduler->bandwidth.origin,
        fmt::format("{} promises RDMA {} % of its bandwidth, outside the expected {} to {} %: {}",
            context.port_label(context.id),
            share->percent,
            range[0],
            range[1],
            share->percent < range[0] ? "bulk traffic starves it under congestion"
                                      : "nothing is left for anything else")));
}

}

extern const Rule rule = {
    .code = "ETS002",
    .name = "rdma-share-outside-window",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::port,
    .summary
    = "The bandwidth share of the RDMA queues is outside the expected window, or none is configured.",
    .why = "The scheduler's share is what RDMA still gets when other traffic fills the link. In a "
           "lossless class a small share does not mean losses but pause: the queue drains slowly, and the "
           "pause that it sends upstream stops senders all over the fabric.",
    .source
    = "IEEE 802.1Q-2022 clause 37; Cumulus Linux 5.16, RDMA over Converged Ethernet (50 %); "
      "Open Compute Project SAI, inc/saischeduler.h (without a scheduler: weighted round robin, weight 1); "
      "Juniper validated design for AI data centres, rNIC configuration for AMD Pollara (99 %)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Serve the queues as other ports of the switch, or of its peers, do. Where they do not agree, "
           "choose the shares by hand.",
    .check_port = check,
};

}
