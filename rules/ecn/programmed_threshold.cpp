// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/catalog/asic.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ecn015 {
namespace {

constexpr double ten[] = {10};
constexpr double sixty_four[] = {64};

constexpr Parameter parameters[] = {
    {.name = "tolerance_percent",
        .defaults = ten,
        .unit = "percent",
        .meaning = "how far the hardware's threshold may lie from the configured one",
        .source
        = "NVIDIA Cumulus Linux 5.16, RDMA over Converged Ethernet: Spectrum-4 uses 159744 for 150000 (6.5 %)"},
    {.name = "tolerance_cells",
        .defaults = sixty_four,
        .unit = "cells",
        .meaning = "as tolerance_percent, in cells of the chip; the larger of the two counts",
        .source = "159744 less 150000 is 51 cells of 192 bytes"},
};

constexpr Example examples[] = {
    {.title = "The hardware marks from twice the configured threshold on",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10, programmed: {min: 300000, max: 1500000}}
)"}}},
        .flagged = "programmed: {min: 300000"},
    {.title = "The hardware rounds a threshold up", .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10, programmed: {min: 159744, max: 1507328}}
)"}}}},
};

double tolerance(const DeviceContext& context, Bytes configured)
{
    const catalog::Asic* asic = catalog::asic_of(context.device());
    const double cell
        = asic != nullptr && asic->cell.known() ? static_cast<double>(asic->cell.value.count) : 0;
    return std::max(static_cast<double>(configured.count) * context.number("tolerance_percent") / 100,
        cell * context.number("tolerance_cells"));
}

void check_threshold(DeviceContext& context,
    const BoundProfile& bound,
    const Setting<Bytes>& configured,
    const Setting<Bytes>& programmed,
    std::string_view which)
{
    if (!configured.known() || !programmed.known())
        return;
    const double wanted = static_cast<double>(configured.value.count);
    const double used = static_cast<double>(programmed.value.count);
    if (std::abs(used - wanted) <= tolerance(context, configured.value))
        return;
    Diagnosis diagnosis{.at = place_in_profile(context.device(), *bound.profile, programmed.origin),
        .message
        = fmt::format("ECN on {}: the {} threshold is configured as {} bytes but the hardware uses {} "
                      "({:+.1f} %): the senders experience the hardware's value",
            queue_label(context, {context.index, bound.ports.front()}, bound.queue),
            which,
            configured.value.count,
            programmed.value.count,
            wanted > 0 ? (used / wanted - 1) * 100 : 0.0),
        .related = {{place_in_profile(context.device(), *bound.profile, configured.origin),
            "the configured threshold"}},
        .fix = "Configure a threshold that the hardware can represent."};
    blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const EcnCurve* curve = green_curve(*bound.profile);
        if (curve == nullptr)
            continue;
        check_threshold(context, bound, curve->min_threshold, curve->min_programmed, "lower");
        check_threshold(context, bound, curve->max_threshold, curve->max_programmed, "upper");
    }
}

}

extern const Rule rule = {
    .code = "ECN015",
    .name = "ecn-threshold-not-as-programmed",
    .severity = Severity::info,
    .scope = Scope::device,
    .summary
    = "The hardware uses an ECN threshold that differs from the configured one by more than rounding.",
    .why
    = "Chips keep thresholds in coarse steps, so a capture of the hardware never shows quite the configured "
      "number. A difference beyond rounding means that the number was cut off at a limit of the chip, or that "
      "the configuration was never applied.",
    .source = "NVIDIA Cumulus Linux 5.16, RDMA over Converged Ethernet (150000 becomes 159744 on Spectrum-4)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Configure a threshold that the hardware can represent. Its steps are not known for every "
           "chip.",
    .check_device = check,
};

}
