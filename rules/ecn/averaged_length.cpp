// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn016 {
namespace {

constexpr double none[] = {0};
constexpr Parameter parameters[] = {
    {.name = "weight",
        .defaults = none,
        .unit = "",
        .meaning = "the largest weight of past values in the average queue length",
        .source
        = "RFC 8257 section 3.1 and Zhu et al., SIGCOMM 2015, section 3: marks follow the instantaneous length"},
};

constexpr Example examples[] = {
    {.title = "Marks follow a queue length that is averaged over many packets",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 9
)"}}},
        .flagged = "weight 9"},
    {.title = "Marks follow the length of the queue itself",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 0
)"}}}},
    {.title = "Marks follow a queue length that is averaged over many packets",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q3
-    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
+    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 9 ecn
)"}}},
        .flagged = "weight 9"},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const EcnCurve* curve = green_curve(*bound.profile);
        if (curve == nullptr || !curve->weight.known() || curve->weight.value <= context.number("weight"))
            continue;
        Diagnosis diagnosis{.at = place_in_profile(device, *bound.profile, curve->weight.origin),
            .message = fmt::format(
                "{} marks packets of priority {} by an average queue length (weight {}): the marks come "
                "late in a burst and continue after it",
                context.port_label({context.index, bound.ports.front()}),
                bound.priority,
                curve->weight.value),
            .fix = "Mark by the current length of the queue (weight 0)."};
        blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "ECN016",
    .name = "averaged-queue-length",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::device,
    .summary = "ECN marks an RDMA queue by its average length.",
    .why
    = "Early drop was made for TCP over the Internet and smooths bursts away. DCQCN and DCTCP react within "
      "microseconds and need marks that follow the queue as it is: an average marks too late, so that pause "
      "comes first, and slows flows down after the burst is over.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3 (the algorithm "
      "of DCTCP's switches); RFC 8257 section 3.1; Arista AVD, eos_cli_config_gen schema qos_profiles (weight 0 "
      "to 15)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the weight to 0.",
    .check_device = check,
};

}
