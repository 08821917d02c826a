// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/chassis_examples.h"
#include "rules/ecn/congestion.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn006 {
namespace {

constexpr Example examples[] = {
    {.title
        = "Two ports pause at 250000 bytes each, before the queue holds the 600000 of the upper threshold",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"ingress_lossless_pool": {"mode": "static"}},
 "BUFFER_PROFILE": {"ingress_lossless_profile": {"dynamic_th": null, "static_th": "20971520"},
  "pg_lossless_100000_5m_profile": {"dynamic_th": null, "static_th": "250000"},
  "pg_lossless_100000_40m_profile": {"dynamic_th": null, "static_th": "250000"}}})"}}},
        .flagged = R"("green_max_threshold": "600000")"},
    {.title = "A group pauses at a megabyte, later than ECN",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"ingress_lossless_pool": {"mode": "static"}},
 "BUFFER_PROFILE": {"ingress_lossless_profile": {"dynamic_th": null, "static_th": "20971520"},
  "pg_lossless_100000_5m_profile": {"dynamic_th": null, "static_th": "1000000"},
  "pg_lossless_100000_40m_profile": {"dynamic_th": null, "static_th": "1000000"}}})"}}}},
    {.title = "Virtual output queues fill up to where groups pause before they mark all packets",
        .files = {{{"sonic", "card1", chassis_examples::card_with_fixed_thresholds},
            {"sonic", "card1", chassis_examples::own_queues, "qos.json"},
            {"sonic", "card1", chassis_examples::queues_to_card2, "buffers.json"}}},
        .flagged = R"("green_max_threshold": "600000")"},
    {.title = "A location pauses a traffic class before it marks all its packets",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-internal traffic-class 3 pause-threshold 1400000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
)"}}},
        .flagged = "pause-threshold 1400000 bytes"},
};

void report(DeviceContext& context,
    const BoundProfile& bound,
    const PauseFill& fill,
    const Congestion& congestion,
    bool sure)
{
    const Device& device = context.device();
    const EcnCurve& curve = *green_curve(*bound.profile);
    const Bytes high = curve.max_threshold.value;
    const std::uint32_t ports = sure ? congestion.ports : 1;
    const bool unmarked = curve.min_threshold.value >= fill.margin(ports, high).queue;
    Diagnosis diagnosis{.severity = sure ? Severity::error : Severity::warning,
        .at = place_in_profile(
            device, *bound.profile, unmarked ? curve.min_threshold.origin : curve.max_threshold.origin),
        .message
        = fmt::format("ECN on {} marks all packets from {} bytes on, but a priority group already "
                      "pauses at {} bytes, and {} of them fill the queue with {}: pause comes before ECN",
            queue_label(context, congestion.port, bound.queue),
            high.count,
            fill.pause_at.count,
            ports == 1 ? "one" : "two",
            fill.margin(ports, high).queue.count),
        .related = {{device.place(fill.threshold), "the threshold at which a group pauses"},
            {{},
                fmt::format(
                    "fill at which pause starts by number of ports that fill the queue, with its distance to "
                    "the upper threshold: {}",
                    list_fills(fill, std::max(congestion.ports, 2U), high))}},
        .fix = "Lower the ECN thresholds, or raise the threshold at which lossless groups pause."};
    blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
    context.report(std::move(diagnosis));
}

void check_profile(DeviceContext& context, const BoundProfile& bound)
{
    const EcnCurve* curve = green_curve(*bound.profile);
    if (curve == nullptr || !curve->marks.is(true) || !curve->min_threshold.known()
        || !curve->max_threshold.known())
        return;
    std::string reason;
    const auto fill = pause_fill(context.analysis, context.index, bound.priority, reason);
    if (!fill || !fill->fixed)
        return; // ECN005 reports why
    const Congestion congestion = easiest_congestion(context.analysis, context.index, bound);
    const Bytes high = curve->max_threshold.value;
    if (fill->margin(congestion.ports, high).margin <= 0)
        report(context, bound, *fill, congestion, true);
    else if (fill->margin(1, high).margin <= 0)
        report(context, bound, *fill, congestion, false);
}

void check(DeviceContext& context)
{
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        if (bound.lossless)
            check_profile(context, bound);
    }
}

}

extern const Rule rule = {
    .code = "ECN006",
    .name = "fixed-pause-before-ecn",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where it depends on how many ports fill the queue"}}},
    .scope = Scope::device,
    .summary
    = "A priority group with a fixed threshold pauses before ECN has marked the packets of its queue.",
    .why
    = "With fixed thresholds a group pauses at the same fill however empty the pool is. A queue that two "
      "ports fill holds twice that much when both are paused; if the upper ECN threshold lies above, pause "
      "comes first and ECN never takes effect. With virtual output queues, packets wait at the chip that they come in "
      "by, and each such queue is compared with the groups of that chip. Where it lies between once and twice, it depends on how many "
      "ports take part, which is a warning.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, buffer settings "
      "(static thresholds); github.com/Azure/SONiC wiki, Enable ECN on lossless queues (ECN before PFC)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Lower the ECN thresholds, or raise the threshold at which lossless groups pause. How far "
           "is a choice between throughput and latency.",
    .check_device = check,
};

}
