// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/ecn/congestion.h"

#include <fmt/format.h>

#include <cmath>

namespace rocelint::rules::ecn005 {
namespace {

constexpr Example examples[] = {
    {.title = "Priority groups pause before the queue reaches the upper ECN threshold",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-7"},
  "pg_lossless_100000_40m_profile": {"dynamic_th": "-7"}}})"}}},
        .policy = "version: 1\nprofile: lossless\nrules: {BUF014: off}\n",
        .flagged = R"("green_max_threshold": "600000")"},
    {.title = "Half of what is free is far more than the upper ECN threshold",
        .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Groups without a limit pause when the pool is full",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "7"},
  "pg_lossless_100000_40m_profile": {"dynamic_th": "7"}}})"}}},
        .policy = "version: 1\nprofile: lossless\nrules: {BUF014: off}\n"},
    {.title = "A small share of the pool is less than the lower ECN threshold",
        .files = {{{"sample-nos", "leaf1", R"(-pool: {size: 33554432}
+asic: spectrum-2
+pool: {size: 33554432}
-lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: 0}
+lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: -7}
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 550000, max: 1500000, probability: 10}
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 100000, max: 500000, probability: 10}
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules: {BUF014: off}\n",
        .flagged = "min: 550000"},
    {.title = "Marking is complete before the first group pauses",
        .files = {{{"sample-nos", "leaf1", R"(-pool: {size: 33554432}
+asic: spectrum-2
+pool: {size: 33554432}
)"}}}},
    {.title = "A small share of the lossless pool is less than the lower ECN threshold",
        .files = {{{"aoscx", "leaf1", R"(-qos trust dscp
+Product Name : JL635A Aruba 8325-48Y8C
+qos trust dscp
@ interface 1/1/1
+    flow-control buffer priority 3 xoff dynamic -7
@ interface 1/1/2
+    flow-control buffer priority 3 xoff dynamic -7
)"}}},
        .flagged = "min-threshold 150 kbytes"},
    {.title = "Four times what is free of the lossless pool is far more than the upper ECN threshold",
        .files = {{{"aoscx", "leaf1", R"(-qos trust dscp
+Product Name : JL635A Aruba 8325-48Y8C
+qos trust dscp
)"}}}},
};

// What is wrong with one profile when `congestion.ports` ports fill one queue.
struct Fault {
    Severity severity;
    OriginId at;
    std::string message;
};

std::string in_words(std::uint32_t ports)
{
    return ports == 1 ? "one faster port fills it" : fmt::format("{} ports fill it at once", ports);
}

std::optional<Fault> fault_of(const EcnCurve& curve, const PauseFill& fill, std::uint32_t ports)
{
    const Bytes low = curve.min_threshold.value;
    const Bytes high = curve.max_threshold.value;
    const Bytes queue = fill.margin(ports, high).queue;
    if (low >= queue)
        return Fault{Severity::error,
            curve.min_threshold.origin,
            fmt::format(
                "marking begins at {} bytes, but when {} its priority groups pause at a fill of {}{}: "
                "senders are paused before a single packet is marked",
                low.count,
                in_words(ports),
                fill.at_most ? "at most " : "",
                queue.count)};
    if (high >= queue)
        // A shipped profile fails if a single faster port fills the queue (SN2410, two ingress pools).
        return Fault{ports > 1 ? Severity::error : Severity::warning,
            curve.max_threshold.origin,
            fmt::format(
                "all packets are marked only from {} bytes on, but when {} its priority groups pause at a "
                "fill of {}{}: pause comes before ECN has slowed the senders down",
                high.count,
                in_words(ports),
                fill.at_most ? "at most " : "",
                queue.count)};
    return std::nullopt;
}

// The paper's worst case: the same ingress port congests every port.
std::optional<Fault> worst_case(
    const EcnCurve& curve, const PauseFill& fill, std::uint32_t ports, std::uint32_t classes)
{
    if (fill.fixed || fill.alpha.infinite || fill.at_most || ports == 0 || classes == 0)
        return std::nullopt;
    const physics::DcqcnBounds bounds
        = physics::dcqcn_bounds(fill.shared, ports, {}, classes, fill.alpha.value);
    const auto bound = static_cast<std::uint64_t>(std::max(0.0, bounds.ecn_dynamic));
    if (curve.min_threshold.value.count <= bound)
        return std::nullopt;
    return Fault{Severity::info,
        curve.min_threshold.origin,
        fmt::format(
            "marking begins at {} bytes; in the worst case of the DCQCN paper, in which one ingress port "
            "feeds the queues of all {} ports, it pauses when they hold {} bytes each, unmarked",
            curve.min_threshold.value.count,
            ports,
            bound)};
}

void report(DeviceContext& context,
    const BoundProfile& bound,
    const PauseFill& fill,
    const Fault& fault,
    PortId port,
    std::uint32_t ports)
{
    const Device& device = context.device();
    const EcnCurve& curve = *green_curve(*bound.profile);
    // A shipped table may have been changed on the switch.
    Diagnosis diagnosis{.severity = fault.severity,
        .basis = fill.shipped.empty() ? std::nullopt : std::optional(Basis::assumed_default),
        .at = place_in_profile(device, *bound.profile, fault.at),
        .message = fmt::format("ECN on {}: {}", queue_label(context, port, bound.queue), fault.message),
        .related = {{device.place(fill.threshold),
            fill.fixed                ? fmt::format("a group pauses at {} bytes", fill.pause_at.count)
                : fill.alpha.infinite ? std::string("groups without a limit of their own")
                : !fill.shipped.empty()
                ? fmt::format("a group is assumed to take {} times what is free, as in {}",
                    fill.alpha.value,
                    fill.shipped)
                : fmt::format(
                    "a group may take {} times what is free ({})", fill.alpha.value, fill.alpha_source)}}};
    blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
    const Span size = device.origins.span(fill.size);
    if (!fill.fixed)
        diagnosis.show(size,
            fill.at_most ? fmt::format("of at most {} bytes, the whole packet memory", fill.shared.count)
                         : fmt::format("of a pool of {} bytes", fill.shared.count));
    diagnosis.show({},
        fmt::format("fill at which pause starts by number of ports that fill the queue, with its distance to "
                    "the upper threshold: {}",
            list_fills(fill, std::max(ports, 2U), curve.max_threshold.value)));
    if (fault.severity != Severity::info)
        diagnosis.fix
            = "Lower the ECN thresholds, or raise the share of the pool that a lossless group may take.";
    context.report(std::move(diagnosis));
}

// Profiles that do not mark at all are left to ECN012.
bool never_marks(const Device& device, const EcnCurve& curve)
{
    const catalog::Asic* asic = catalog::asic_of(device);
    return curve.max_probability.is(Percent{0})
        || (asic != nullptr && asic->packet_memory.known()
            && curve.min_threshold.value > asic->packet_memory.value);
}

void check_profile(DeviceContext& context, const BoundProfile& bound)
{
    const EcnCurve* curve = green_curve(*bound.profile);
    if (curve == nullptr || !curve->marks.is(true) || !curve->min_threshold.known()
        || !curve->max_threshold.known() || never_marks(context.device(), *curve))
        return;
    const Congestion congestion = easiest_congestion(context.analysis, context.index, bound);
    std::string reason;
    const auto fill = pause_fill(context.analysis, context.index, bound.priority, reason);
    if (!fill) {
        if (!reason.empty())
            context.not_checked(congestion.port, reason);
        return;
    }
    const std::uint32_t ports = count_roce_ports(context.analysis, context.index);
    if (fill->fixed)
        return; // left to ECN006
    auto fault = fault_of(*curve, *fill, congestion.ports);
    if (!fault)
        fault
            = worst_case(*curve, *fill, ports, static_cast<std::uint32_t>(context.classes.lossless().size()));
    if (fault)
        report(context, bound, *fill, *fault, congestion.port, ports > 0 ? ports - 1 : 0);
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
    .code = "ECN005",
    .name = "pause-before-ecn",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning, "where one port alone fills the queue"},
        {Severity::info, "where only the bound of the DCQCN paper is missed"}}},
    .scope = Scope::device,
    .summary = "The ingress buffers of a switch pause senders before ECN has marked their packets.",
    .why
    = "ECN is meant to slow senders down before pause must; pause is the last resort, since it stops "
      "flows that have no part in the congestion. A group with a dynamic threshold pauses at alpha * B / "
      "(1 + m * alpha) bytes when m ports fill one queue of a pool of B bytes, and the queue then holds m "
      "times that. One port suffices where it is faster than the congested one, otherwise it takes two. "
      "Chips with deep buffers and those whose alpha is undocumented are left out.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, buffer settings; "
      "Choudhury and Hahne, Dynamic queue length thresholds for shared-memory packet switches, 1998",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Lower the ECN thresholds below the fill at which pause starts. How far is a choice "
           "between throughput and latency. `rocelint simulate` computes the times to the first mark and "
           "to the first pause for any number of senders.",
    .check_device = check,
};

}
