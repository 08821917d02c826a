// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace rocelint::rules::ecn012 {
namespace {

constexpr Example examples[] = {
    {.title = "The profile marks with a probability of zero",
        .files = {{{"sonic",
            "leaf1",
            R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_drop_probability": "0", "yellow_drop_probability": "0", "red_drop_probability": "0"}}})"}}},
        .flagged = R"("green_drop_probability": "0")"},
    {.title = "Marking would begin beyond what the queue can ever hold",
        .files = {{{"sonic",
            "leaf1",
            R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_min_threshold": "266338050", "green_max_threshold": "266338051"}}})"}}},
        .flagged = R"("green_min_threshold": "266338050")"},
    {.title = "Marking would begin beyond all of the chip's memory, and no buffer of the queue is stated",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 150 mbytes maximum-threshold 200 mbytes max-mark-probability 10
)"}}},
        .topology = "devices:\n  leaf1: {asic: tomahawk4}\n",
        .flagged = "minimum-threshold 150 mbytes"},
    {.title = "The profile marks within the queue's buffer", .files = {{{"sonic", "leaf1", ""}}}},
};

// The whole packet memory of the chip; nullopt if unknown.
std::optional<std::uint64_t> memory_of(const Device& device)
{
    const catalog::Asic* asic = catalog::asic_of(device);
    if (asic == nullptr || !asic->packet_memory.known())
        return std::nullopt;
    return asic->packet_memory_most.known() ? asic->packet_memory_most.value.count
                                            : asic->packet_memory.value.count;
}

// The maximum that the queue can hold: its fixed threshold, otherwise its whole pool, otherwise the chip's
// whole memory.
std::optional<std::uint64_t> limit_of(const Device& device, const Port& port, std::uint8_t number)
{
    const Queue* queue = device.queue(port, number);
    const BufferProfile* profile
        = queue == nullptr ? nullptr : target_of(device.buffer_profiles, queue->buffer);
    std::optional<std::uint64_t> limit = memory_of(device);
    if (profile == nullptr)
        return limit;
    if (profile->fixed_threshold.known())
        limit = std::min(
            limit.value_or(profile->fixed_threshold.value.count), profile->fixed_threshold.value.count);
    if (const BufferPool* pool = target_of(device.pools, profile->pool)) {
        const Setting<Bytes>& size = pool->size;
        if (size.known() && size.value.count != 0)
            limit = std::min(limit.value_or(size.value.count), size.value.count);
    }
    return limit;
}

void report(DeviceContext& context,
    const BoundProfile& bound,
    OriginId at,
    const std::string& how,
    std::optional<std::uint64_t> limit)
{
    // A contradiction within the profile itself, so it is reported even without a policy.
    Diagnosis diagnosis{.at = place_in_profile(context.device(), *bound.profile, at),
        .message = fmt::format("ECN on {} is on but never marks: {}",
            queue_label(context, {context.index, bound.ports.front()}, bound.queue),
            how),
        .fix = "Give the profile thresholds and a probability with which it marks, or turn marking off "
               "explicitly."};
    blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
    propose_majority_marking(context, diagnosis, bound, limit ? std::optional(Bytes{*limit}) : std::nullopt);
    context.report(std::move(diagnosis));
}

void check_profile(DeviceContext& context, const BoundProfile& bound)
{
    const EcnProfile& profile = *bound.profile;
    const auto is_green
        = [](const EcnCurve& curve) { return curve.colour == Colour::green && curve.marks.is(true); };
    const auto curve = std::ranges::find_if(profile.curves, is_green);
    if (curve == profile.curves.end())
        return;
    const auto limit = limit_of(context.device(), context.device().ports[bound.ports.front()], bound.queue);
    if (curve->max_probability.is(Percent{0})) {
        report(context, bound, curve->max_probability.origin, "its marking probability is 0 %", limit);
        return;
    }
    if (!curve->min_threshold.known())
        return;
    if (limit && curve->min_threshold.value.count > *limit)
        report(context,
            bound,
            curve->min_threshold.origin,
            fmt::format("marking begins at {}, but the queue holds at most {}",
                in_bytes(curve->min_threshold.value),
                in_bytes({*limit})),
            limit);
}

void check(DeviceContext& context)
{
    for (const BoundProfile& bound : context.facts().bound_profiles())
        check_profile(context, bound);
}

}

extern const Rule rule = {
    .code = "ECN012",
    .name = "ecn-that-never-marks",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .scope = Scope::device,
    .summary = "ECN is on for an RDMA queue, but its numbers keep it from ever marking.",
    .why = "A probability of zero, or a lower threshold beyond the queue's buffer, turns "
           "marking off while every display still says that it is on. Senders then learn of "
           "congestion only from pause.",
    .source = "sonic-buildimage device/**/qos.json.j2 (profiles with a threshold of 266338050 and a "
              "probability of 0 % are used to turn marking off); Zhu et al., SIGCOMM 2015, section 3",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set thresholds within the queue's buffer and a probability above zero.",
    .check_device = check,
};

}
