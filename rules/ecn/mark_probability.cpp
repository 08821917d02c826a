// SPDX-License-Identifier: Apache-2.0
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn003 {
namespace {

constexpr double window[] = {1, 100};

constexpr Parameter parameters[] = {
    {.name = "max_probability_percent",
        .defaults = window,
        .unit = "percent",
        .meaning = "lowest and highest marking probability at the upper threshold",
        .source = "SONiC ships 5, Cumulus Linux RoCE mode 100, Huawei's static ECN table 10 to 30"},
};

constexpr const char* gentle_policy = "version: 1\n"
                                      "profile: lossless\n"
                                      "rules:\n"
                                      "  ECN003: {parameters: {max_probability_percent: [5, 10]}}\n";
constexpr const char* steep_policy = "version: 1\n"
                                     "profile: lossless\n"
                                     "rules:\n"
                                     "  ECN003: {parameters: {max_probability_percent: [50, 100]}}\n";

constexpr Example examples[] = {
    {.title = "The site allows at most 10 percent and the profile marks with 20",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = gentle_policy,
        .flagged = R"("green_drop_probability": "20")"},
    {.title = "20 percent lies in the window", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The site wants steep marking on every port but one has 10 percent",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 60
)"}}},
        .policy = steep_policy,
        .flagged = "max-mark-probability 10"},
    {.title = "10 percent lies in the window", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The drop profile reaches 20 percent where the site allows 10",
        .files = {{{"junos", "leaf1", ""}}},
        .policy = gentle_policy,
        .flagged = "drop-probability [ 0 20 ];"},
    {.title = "A drop profile of 20 percent lies in the window", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The site wants steep marking, and the queue marks with 10 percent",
        .files = {{{"nxos", "leaf1", ""}}},
        .policy = steep_policy,
        .flagged = "drop-probability 10"},
    {.title = "The site wants steep marking, and the queue marks with 10 percent",
        .files = {{{"os10", "leaf1", ""}}},
        .policy = steep_policy,
        .flagged = "drop-probability 10"},
    {.title = "The site wants steep marking, and the queue marks with 10 percent",
        .files = {{{"sonic-cli", "leaf1", ""}}},
        .policy = steep_policy,
        .flagged = "drop-probability 10"},
    {.title = "The site allows at most 10 percent, and `qos roce` marks with 100",
        .files = {{{"nvue", "leaf1", ""}}},
        .policy = gentle_policy,
        .flagged = "nv set qos roce"},
};

void check_profile(DeviceContext& context, const BoundProfile& bound, double least, double most)
{
    const PortId first{context.index, bound.ports.front()};
    for (const EcnCurve& curve : bound.profile->curves) {
        if (!curve.marks.is(true)
            || context.need(first, curve.max_probability, "the marking probability") == nullptr)
            continue;
        const double percent = curve.max_probability.value.value();
        // A probability of zero means no marking at all (ECN012).
        if (curve.max_probability.value.hundredths == 0 || (percent >= least && percent <= most))
            continue;
        Diagnosis diagnosis{
            .at = place_in_profile(context.device(), *bound.profile, curve.max_probability.origin),
            .message = fmt::format("ECN on {} marks with at most {} %, outside the expected "
                                   "{} to {} %: {}",
                queue_label(context, first, bound.queue),
                percent,
                least,
                most,
                percent < least ? "senders learn of congestion too late" : "senders slow down too far"),
            .fix = fmt::format("Set the marking probability to {} to {} %.", least, most)};
        blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
        if (curve.colour == Colour::green && curve.min_threshold.known() && curve.max_threshold.known())
            diagnosis.changes.push_back({.port = first,
                .property = Property::ecn_thresholds,
                .number = bound.queue,
                .value = EcnTarget{curve.min_threshold.value,
                    curve.max_threshold.value,
                    Percent::whole(static_cast<std::uint32_t>(percent < least ? least : most))},
                .shared = true});
        context.report(std::move(diagnosis));
        return;
    }
}

void check(DeviceContext& context)
{
    const auto range = context.parameter("max_probability_percent");
    if (range.size() != 2)
        return;
    for (const BoundProfile& bound : context.facts().bound_profiles())
        check_profile(context, bound, range[0], range[1]);
}

}

extern const Rule rule = {
    .code = "ECN003",
    .name = "mark-probability-outside-window",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::device,
    .summary = "The marking probability of an RDMA queue is outside the expected window.",
    .why = "The maximum probability (Pmax) is the slope of DCQCN's control loop. Too flat, and the queue "
           "reaches the pause threshold before enough senders have slowed down; too steep, and they slow "
           "down by more than the congestion asks for.",
    .source = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 5; "
              "sonic-buildimage files/build_templates/qos_config.j2 (5 %); Cumulus Linux 5.16, RDMA over "
              "Converged Ethernet (100 %); Huawei EDOC1100155250, static ECN (10 to 30 %)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set the probability that the policy asks for.",
    .check_device = check,
};

}
