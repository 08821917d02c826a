// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/catalog/catalog.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn019 {
namespace {

constexpr Example examples[] = {
    {.title = "Marking is on, but the early drop (WRED) that it is part of is off",
        .files
        = {{{"sonic", "leaf1", R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"wred_green_enable": "false"}}})"}}},
        .flagged = R"("wred_green_enable": "false")"},
    {.title = "Nothing enables the early drop (WRED) that marking is part of",
        .files
        = {{{"sonic", "leaf1", R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"wred_green_enable": null}}})"}}},
        .flagged = R"("AZURE_LOSSLESS")"},
    {.title = "Both are on", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The marking that `roce` sets drops nothing, and has no curve to enable",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
+   roce lossless
)"}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    // Elsewhere a curve is enabled with its marking, and `drops` says only what happens to packets that cannot
    // bear a mark.
    if (!catalog::platform_default(device.platform, "marking_without_curve").known())
        return;
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const EcnCurve* curve = green_curve(*bound.profile);
        if (curve == nullptr || !curve->marks.is(true))
            continue;
        const PortId port{context.index, bound.ports.front()};
        const std::string_view why = device.origins.look_up(curve->drops.origin).note;
        if (!curve->drops.peek_known() && !why.empty())
            context.not_checked(port, fmt::format("whether the curve is enabled is unknown: {}", why));
        // If sources disagree, the reader puts both statements into the note of the derived value.
        if (!curve->drops.peek_known() || curve->drops.value
            || curve->drops.origin.kind() != OriginKind::derived)
            continue;
        Diagnosis diagnosis{.at = place_in_profile(device, *bound.profile, curve->drops.origin),
            .message = fmt::format(
                "ECN profile {} of {} has marking in its mode, but its curve is not enabled: on some "
                "hardware packets of priority {} are then never marked",
                bound.profile->name,
                device.name,
                bound.priority),
            .related = {{{}, std::string(why)}},
            .fix = fmt::format("Enable the curve of green packets in {}.", bound.profile->name)};
        blame_ports(diagnosis, context.index, bound, Property::ecn);
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "ECN019",
    .name = "marking-without-curve",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "An ECN profile of an RDMA queue marks, but its curve is not enabled.",
    .why
    = "Marking is an outcome of early drop: the curve decides about a packet, and one that can carry the "
      "mark is marked instead of dropped. Where the curve is off, some hardware never marks, and pause "
      "is all that is left; other hardware marks by the mode alone. Enabling the curve is right on both.",
    .source
    = "SAI inc/saiwred.h (SAI_WRED_ATTR_GREEN_ENABLE, default false; SAI_WRED_ATTR_ECN_MARK_MODE); "
      "sonic-net/sonic-buildimage issue 4545 (without it marking takes no effect on platforms that follow SAI); "
      "sonic-swss orchagent/qosorch.cpp, WredMapHandler",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Enable the curve of every colour that the profile marks.",
    .check_device = check,
};

}
