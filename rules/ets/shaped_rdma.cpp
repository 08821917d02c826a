// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/target.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::ets009 {
namespace {

constexpr double line_rate[] = {1};
constexpr Parameter parameters[] = {
    {.name = "share",
        .defaults = line_rate,
        .unit = "of the port's speed",
        .meaning = "the lowest rate to which RDMA may be shaped",
        .source = "below its line rate a port is a point of congestion that the fabric's plan does not have"},
};

constexpr Example examples[] = {
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      bandwidth percent 60
+      bandwidth percent 60
+      shape rate 25000000 kbps
)"}}},
        .flagged = "shape rate 25000000 kbps"},
    {.title = "The whole uplink is shaped",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-   mtu 9214
+   mtu 9214
+   shape rate 50000000 kbps
)"}}},
        .flagged = "shape rate 50000000 kbps"},
    {.title = "Nothing shapes RDMA", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The scheduler of the RDMA queue has a peak rate below the port's",
        .files = {{{"sonic",
            "leaf1",
            R"({"SCHEDULER": {"scheduler.1": {"meter_type": "bytes", "pir": "1250000000"}}})"}}},
        .flagged = R"("pir": "1250000000")"},
    {.title = "The scheduler of the RDMA queue has the peak rate of the port",
        .files = {{{"sonic",
            "leaf1",
            R"({"SCHEDULER": {"scheduler.1": {"meter_type": "bytes", "pir": "12500000000"}}})"}}}},
    {.title = "The queue of a class without PFC is shaped",
        .files = {{{"sonic",
            "leaf1",
            R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": null, "pfcwd_sw_enable": null}, "Ethernet4": {"pfc_enable": null, "pfcwd_sw_enable": null}},
 "PFC_WD": null,
 "BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"}, "Ethernet4|3": {"profile": "ingress_lossy_profile"}},
 "SCHEDULER": {"scheduler.1": {"meter_type": "bytes", "pir": "1250000000"}}})"}}},
        .policy = "version: 1\nrdma: {dscp: [26], pfc: none}\n",
        .flagged = R"("pir": "1250000000")"},
    {.title = "The scheduler of the lossless class shapes it",
        .files = {{{"junos", "leaf1", R"(-            transmit-rate percent 60;
+            transmit-rate percent 60;
+            shaping-rate 40g;
)"}}},
        .flagged = "shaping-rate 40g;"},
    {.title = "The NIC sends RDMA at a tenth of its speed",
        .files = {{{"linux-host", "host1", R"(-tc: 3 ratelimit: unlimited, tsa: ets, bw: 50%
+tc: 3 ratelimit: 10 Gbps, tsa: ets, bw: 50%
)"}}},
        .flagged = "ratelimit: 10 Gbps"},
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"os10", "leaf1", R"(@ class QUEUE-3
+  shape min mbps 0 max mbps 25000
)"}}},
        .flagged = "shape min mbps 0 max mbps 25000"},
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"nxos", "leaf1", R"(-    bandwidth remaining percent 60
+    bandwidth remaining percent 60
+    shape min 0 kbps max 25 gbps
)"}}},
        .flagged = "shape min 0 kbps max 25 gbps"},
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"sonic-cli", "leaf1", R"(@ queue 3
+  meter-type bytes
+  pir 25000000
)"}}},
        .flagged = "pir 25000000"},
    {.title = "Traffic class 3 is shaped to a tenth of the port",
        .files = {{{"nvue", "leaf1", R"(+nv set qos egress-shaper slow traffic-class 3 max-rate 10000000
+nv set interface swp1 qos egress-shaper profile slow
)"}}},
        .flagged = "traffic-class 3 max-rate 10000000"},
    {.title = "No traffic class is shaped", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
+ qos queue 3 shaping cir 25 gbps
)"}}},
        .flagged = "shaping cir 25 gbps"},
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"aoscx", "leaf1", R"(@ qos schedule-profile FABRIC-SHARES
-    dwrr queue 3 weight 60
+    dwrr queue 3 weight 60 max-bandwidth 25 percent
)"}}},
        .flagged = "max-bandwidth 25 percent"},
    {.title = "The virtual output queue of RDMA is shaped to a quarter of the link",
        .files = {{{"iosxr", "leaf1", R"(@ class TC3
+  shape average 25 gbps
)"}}},
        .flagged = "shape average 25 gbps"},
    {.title = "The queue of RDMA is shaped to a quarter of the link",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
+ qos gts queue 3 cir 25000000
)"}}},
        .flagged = "qos gts queue 3"},
    {.title = "The queue of RDMA is limited to half of the port",
        .files = {{{"srlinux", "leaf1", R"(@ input rdma {
+                    peak-rate-percent 50
)"}}},
        .flagged = "peak-rate-percent 50"},
};

void report(PortContext& context, OriginId at, BitsPerSecond limit, const std::string& what, Part part)
{
    constexpr double mega = 1e6;
    context.report({.at = context.place(at),
        .message = fmt::format("{} is shaped to {} Mb/s, and the port has {}: {}",
            what,
            static_cast<double>(limit.count) / mega,
            static_cast<double>(context.port().speed.value.count) / mega,
            context.on_switch() ? "RDMA waits here, and pause goes upstream although the link is not full"
                                : "RDMA is sent no faster, although the link is free"),
        .subjects = {context.subject(Property::scheduler, part)},
        .fix = "Remove the shaper, or raise it to the speed of the port."});
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || port.kind != PortKind::physical)
        return;
    const auto is_low = [&](const Setting<BitsPerSecond>& limit) {
        return limit.known() && limit.value.count > 0 && port.speed.known()
            && static_cast<double>(limit.value.count)
            < static_cast<double>(port.speed.value.count) * context.number("share");
    };
    if (is_low(port.limit))
        report(context, port.limit.origin, port.limit.value, context.port_label(context.id), Subject::whole);
    const PrioritySet carried = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!carried.has(rdma_class.priority))
            continue;
        const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
        if (!number)
            continue;
        const Queue* queue = context.device().queue(port, *number);
        const Scheduler* scheduler
            = queue == nullptr ? nullptr : target_of(context.device().schedulers, queue->scheduler);
        if (scheduler != nullptr && is_low(scheduler->limit))
            report(context,
                scheduler->limit.origin,
                scheduler->limit.value,
                fmt::format("{} {} of {}, which carries priority {},",
                    context.on_switch() ? "queue" : "traffic class",
                    *number,
                    context.port_label(context.id),
                    rdma_class.priority),
                rdma_class.priority);
    }
}

}

extern const Rule rule = {
    .code = "ETS009",
    .name = "shaped-rdma",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A port or queue that carries RDMA is shaped below the speed of the port.",
    .why
    = "A shaper holds packets back although the link could send them. In a lossless class they are not lost "
      "but pile up, and pause stops the senders: a bottleneck that no cable plan shows and that ECN marks as "
      "congestion.",
    .source
    = "sonic-yang-models sonic-scheduler.yang (pir, meter_type); Arista AVD, eos_cli_config_gen schema "
      "qos_profiles (shape rate); Junos OS CLI Reference, shaping-rate (Schedulers)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Remove the shaper, or allow for it in the policy.",
    .check_port = check,
};

}
