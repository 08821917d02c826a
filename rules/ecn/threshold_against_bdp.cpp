// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/catalog/asic.h"
#include "models/physics/threshold.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn004 {
namespace {

constexpr double rtt[] = {20};
constexpr double low[] = {0.25};
constexpr double high[] = {10};

constexpr Parameter parameters[] = {
    {.name = "rtt_us",
        .defaults = rtt,
        .unit = "us",
        .meaning = "round trip of a packet and its congestion notification through the unloaded fabric",
        .source = "Huawei EDOC1100155250, static ECN (default RTT 20 us)"},
    {.name = "low",
        .defaults = low,
        .unit = "bandwidth-delay products",
        .meaning = "the lowest value that the upper threshold should have",
        .source = "the smallest shipped profile, 262144 bytes at 400 Gb/s (sonic-buildimage "
                  "device/arista/x86_64-arista_7060x6_*), is 0.26 of it: a round trip of 5 us"},
    {.name = "high",
        .defaults = high,
        .unit = "bandwidth-delay products",
        .meaning = "beyond this the queue is longer than any fabric needs",
        .source
        = "Huawei EDOC1100155250 asks for 2 to 3; shipped at 100 Gb/s are 6 (Cumulus Linux RoCE mode, "
          "1.5 MB) and 8.4 (sonic-buildimage files/build_templates/qos_config.j2, 2 MiB)"},
};

constexpr Example examples[] = {
    {.title = "All packets are marked as soon as 2 microseconds' worth of them wait",
        .files = {{{"sonic",
            "leaf1",
            R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_min_threshold": "10000", "green_max_threshold": "25000"}}})"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = R"("green_max_threshold": "25000")"},
    {.title = "The upper threshold is 2.4 bandwidth-delay products",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\n"},
    {.title = "The upper threshold is 20 round trips' worth of packets",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 5000 kbytes max-mark-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "maximum-threshold 5000 kbytes"},
    {.title = "The upper threshold is 6 round trips' worth", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "One queue marks everything from the first packets on",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 10000, max: 20000, probability: 10}
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "max: 20000"},
    {.title = "The queue takes a few round trips' worth", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "The upper threshold is 5 MB",
        .files = {{{"os10", "leaf1", R"(@ wred RDMA-WRED
- random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
+ random-detect color green minimum-threshold 150 maximum-threshold 5000 drop-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "maximum-threshold 5000"},
    {.title = "The upper threshold is 20 round trips' worth of packets",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q3
-    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
+    random-detect minimum-threshold 150 kbytes maximum-threshold 5000 kbytes drop-probability 10 weight 0 ecn
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "maximum-threshold 5000 kbytes"},
    {.title = "The upper threshold is 20 round trips' worth of packets",
        .files
        = {{{"sonic-cli", "leaf1", R"(- green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
+ green minimum-threshold 150 maximum-threshold 5000 drop-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "maximum-threshold 5000"},
    {.title = "The upper threshold is 20 round trips' worth of packets",
        .files = {{{"vrp", "leaf1", R"(@ drop-profile RDMA-100G
- ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
+ ecn buffer-size low-limit 150000 high-limit 5000000 discard-percentage 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "high-limit 5000000"},
    {.title = "Every packet is marked only from 5 MB on",
        .files = {{{"aoscx", "leaf1", R"(@ qos threshold-profile RDMA-ECN
-    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
+    queue 3 action ecn all min-threshold 150 kbytes max-threshold 5000 kbytes
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "max-threshold 5000 kbytes"},
    {.title = "Every packet is marked only from 5 MB on",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-internal traffic-class 3 pause-threshold 5700000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 5000000 bytes probability-percentage 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "max-threshold 5000000 bytes"},
    {.title = "Every packet is marked only from 5 MB on",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wred queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 drop-level 1 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 drop-level 2 low-limit 720 high-limit 7200 discard-probability 10
+ qos wred queue 3 drop-level 0 low-limit 720 high-limit 24000 discard-probability 10
+ qos wred queue 3 drop-level 1 low-limit 720 high-limit 24000 discard-probability 10
+ qos wred queue 3 drop-level 2 low-limit 720 high-limit 24000 discard-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "high-limit 24000"},
};

bool has_deep_buffer(const Device& device)
{
    const catalog::Asic* asic = catalog::asic_of(device);
    return asic != nullptr && asic->deep_buffer.known() && asic->deep_buffer.value;
}

// The fastest or slowest port of the profile: a threshold is too low first for the fastest.
std::uint32_t extreme_port(const Device& device, const BoundProfile& bound, bool fastest)
{
    std::uint32_t found = Port::no_index;
    for (const std::uint32_t index : bound.ports) {
        const Setting<BitsPerSecond>& speed = device.ports[index].speed;
        if (!speed.known() || speed.value.count == 0)
            continue;
        if (found == Port::no_index || (speed.value > device.ports[found].speed.value) == fastest)
            found = index;
    }
    return found;
}

// The profile, limited to ports of the same speed as `port`, with `port` first.
BoundProfile of_speed(const Device& device, const BoundProfile& bound, std::uint32_t port)
{
    BoundProfile alike = bound;
    alike.ports = {port};
    for (const std::uint32_t other : bound.ports) {
        if (other != port && device.ports[other].speed.is(device.ports[port].speed.value))
            alike.ports.push_back(other);
    }
    return alike;
}

void report(
    DeviceContext& context, const BoundProfile& bound, std::uint32_t port, double ratio, bool short_of)
{
    const EcnCurve& curve = *green_curve(*bound.profile);
    const Port& of = context.device().ports[port];
    // Without pause, a queue that marks late overflows.
    const bool harms = short_of || !bound.lossless;
    Diagnosis diagnosis{.severity = harms ? std::nullopt : std::optional(Severity::info),
        .at = place_in_profile(context.device(), *bound.profile, curve.max_threshold.origin),
        .message = fmt::format("ECN on {} marks all packets from {} bytes on, {} times what {:g} Gb/s "
                               "delivers in a round trip of {:g} us: {}",
            queue_label(context, {context.index, port}, bound.queue),
            curve.max_threshold.value.count,
            ratio >= 100 ? fmt::format("{:.0f}", ratio) : fmt::format("{:.3g}", ratio),
            static_cast<double>(of.speed.value.count) / 1e9,
            context.number("rtt_us"),
            short_of ? "senders are slowed down before the link is full"
                : bound.lossless
                ? "packets wait longer than the network needs to slow senders down"
                : "pause does not protect packets here, and the queue may be full before senders slow "
                  "down"),
        .related = {{context.device().place(of.speed.origin, &of), "the port's speed"}},
        .fix
        = fmt::format("Set the upper threshold to {:g} to {:g} times the bandwidth-delay product, or state "
                      "the fabric's round trip in rocelint.yaml.",
            context.number("low"),
            context.number("high"))};
    blame_ports(diagnosis, context.index, of_speed(context.device(), bound, port), Property::ecn_thresholds);
    context.report(std::move(diagnosis));
}

void check_profile(DeviceContext& context, const BoundProfile& bound)
{
    const EcnCurve* curve = green_curve(*bound.profile);
    if (curve == nullptr || !curve->marks.is(true) || !curve->max_threshold.known())
        return;
    const auto time = std::chrono::nanoseconds(static_cast<std::int64_t>(context.number("rtt_us") * 1000));
    for (const bool short_of : {true, false}) {
        const std::uint32_t port = extreme_port(context.device(), bound, short_of);
        if (port == Port::no_index)
            return;
        const Bytes product = physics::bandwidth_delay(context.device().ports[port].speed.value, time);
        if (product.count == 0)
            return;
        const double ratio
            = static_cast<double>(curve->max_threshold.value.count) / static_cast<double>(product.count);
        if (short_of ? ratio < context.number("low") : ratio > context.number("high"))
            return report(context, bound, port, ratio, short_of);
    }
}

void check(DeviceContext& context)
{
    if (has_deep_buffer(context.device()))
        return;
    for (const BoundProfile& bound : context.facts().bound_profiles())
        check_profile(context, bound);
}

}

extern const Rule rule = {
    .code = "ECN004",
    .name = "ecn-threshold-against-round-trip",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .other_severities = {{{Severity::info, "where a lossless queue marks late"}}},
    .scope = Scope::device,
    .summary = "The upper ECN threshold is far from what the link delivers in a round trip.",
    .why = "A queue shorter than the bytes in flight (rate times round trip) runs empty while senders "
           "recover, so that the link idles. A queue many times longer only adds delay: the senders could "
           "have slowed down earlier. A queue that is too long is only an info where PFC protects its "
           "packets, since none is lost, and ECN005 judges whether pause comes first; without PFC the queue "
           "overflows instead. Chips with deep buffers are not judged.",
    .source
    = "Huawei EDOC1100155250, static ECN (Kmax about 2 to 3 times RTT * rate); Zhu et al., SIGCOMM 2015, "
      "section 5",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the upper threshold to a few bandwidth-delay products. How many is a choice between "
           "throughput and latency.",
    .check_device = check,
};

}
