// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "rules/ets/majority_shares.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::ets001 {
namespace {

constexpr Example examples[] = {
    {.title = "The shares of the uplink's queues add up to 120 percent",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      bandwidth percent 60
+      bandwidth percent 80
)"}}},
        .flagged = "bandwidth percent 80"},
    {.title = "The shares add up to 100 percent", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The transmit rates add up to 115 percent",
        .files = {{{"junos", "leaf1", R"(-            transmit-rate percent 60;
+            transmit-rate percent 80;
)"}}},
        .flagged = "transmit-rate percent 80;"},
    {.title = "The transmit rates leave 5 percent to the strict queue", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The shares of the queues add up to 120 percent",
        .files = {{{"os10", "leaf1", R"(-  bandwidth percent 60
+  bandwidth percent 80
)"}}},
        .flagged = "bandwidth percent 80"},
    {.title = "The shares of the queues add up to 120 percent",
        .files = {{{"nxos", "leaf1", R"(-    bandwidth remaining percent 60
+    bandwidth remaining percent 80
)"}}},
        .flagged = "bandwidth remaining percent 0"},
    {.title = "One share was raised and the other was not lowered",
        .files
        = {{{"nvue", "leaf1", R"(+nv set qos egress-scheduler default-global traffic-class 0 bw-percent 60
)"}}},
        .flagged = "nv set qos roce enable on"},
    {.title = "The shares of `qos roce` add up to 100 percent", .files = {{{"nvue", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    std::uint64_t sum = 0;
    bool all_shared = true;
    const Scheduler* last = nullptr;
    std::vector<Span> parts;
    for (const Queue& queue : device.queues_of(port)) {
        const Scheduler* bound = target_of(device.schedulers, queue.scheduler);
        if (bound == nullptr) {
            all_shared = false;
            continue;
        }
        const Scheduler& scheduler = *bound;
        if (scheduler.kind.is(SchedulerKind::strict))
            continue;
        // Only shares in percent count: weights are relative and need not add up to anything.
        if (!scheduler.bandwidth.known() || !scheduler.bandwidth.configured()) {
            all_shared = false;
            continue;
        }
        sum += scheduler.bandwidth.value.hundredths;
        last = &scheduler;
        if (const Span part = context.place(scheduler.bandwidth.origin);
            std::ranges::find(parts, part) == parts.end())
            parts.push_back(part);
    }
    constexpr std::uint64_t whole = 10'000;
    if (last == nullptr || sum == whole || (sum < whole && !(all_shared && context.on_host())))
        return;
    Diagnosis diagnosis{.at = context.place(last->bandwidth.origin),
        .message = fmt::format("The bandwidth shares of {} add up to {} % instead of 100 %: {}",
            context.port_label(context.id),
            static_cast<double>(sum) / 100,
            sum > whole ? "under congestion no queue gets what its line promises"
                        : "the rest is assigned to no queue"),
        .subjects = {context.subject(Property::bandwidth)},
        .fix = fmt::format("Make the shares of {} add up to 100 %.", port.name)};
    for (const Span part : parts) {
        if (part != diagnosis.at)
            diagnosis.show(part, "another share");
    }
    propose_majority_shares(context, diagnosis);
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "ETS001",
    .name = "bandwidth-shares-not-whole",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "The bandwidth shares of a port's queues do not add up to 100 percent.",
    .why = "Shares in percent are promises about one link. If they add up to more than the "
           "link, the device scales them down, and the share that RDMA gets under congestion is "
           "not the one that was planned.",
    .source = "IEEE 802.1Q-2022 clause 37.3 (ETS bandwidth table adds up to 100); Cumulus Linux 5.16, "
              "Quality of Service (at most 100 percent); microsoft/Validate-DCB (exactly 100 percent)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Serve the queues as other ports of the switch, or of its peers, do. Where they do not agree, "
           "choose the shares by hand.",
    .check_port = check,
};

}
