// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/catalog/asic.h"
#include "rules/ecn/bound_profiles.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ecn020 {
namespace {

constexpr Example examples[] = {
    {.title = "On a chip that uses the red curve, it marks later than the green one",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7800R3-48CQ2-C48", "platform": "x86_64-arista_7800r3_48cq2_lc"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-5"},
                    "pg_lossless_100000_40m_profile": {"dynamic_th": "-5"}},
 "WRED_PROFILE": {"AZURE_LOSSLESS": {"red_min_threshold": "900000", "red_max_threshold": "2000000"}}})"}}},
        .flagged = R"("red_max_threshold": "2000000")"},
    {.title = "The chip uses the red curve, which is like the green one",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7800R3-48CQ2-C48", "platform": "x86_64-arista_7800r3_48cq2_lc"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-5"},
                    "pg_lossless_100000_40m_profile": {"dynamic_th": "-5"}}})"}}}},
    {.title = "The chip uses the green curve, since nothing meters packets",
        .files = {{{"sonic",
            "leaf1",
            R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"red_min_threshold": "900000", "red_max_threshold": "2000000"}}})"}}}},
};

const EcnCurve* red_curve(const EcnProfile& profile)
{
    const auto found = std::ranges::find(profile.curves, Colour::red, &EcnCurve::colour);
    return found == profile.curves.end() ? nullptr : &*found;
}

// How the red curve differs from the green one, and where that is written; empty if they are alike.
struct Difference {
    OriginId at;
    std::string what;
};

Difference compare(DeviceContext& context, PortId port, const EcnCurve& green, const EcnCurve& red)
{
    if (red.marks.is(false))
        return {red.marks.origin, "does not mark"};
    const Bytes* most = context.need(port, red.max_threshold, "the upper threshold of the red curve");
    const Bytes* least = context.need(port, red.min_threshold, "the lower threshold of the red curve");
    const bool known = most != nullptr && least != nullptr
        && context.need(port, green.max_threshold, "the upper ECN threshold") != nullptr
        && context.need(port, green.min_threshold, "the lower ECN threshold") != nullptr;
    if (!known)
        return {};
    if (*most != green.max_threshold.value || *least != green.min_threshold.value)
        return {*most != green.max_threshold.value ? red.max_threshold.origin : red.min_threshold.origin,
            fmt::format("marks from {} to {} bytes", least->count, most->count)};
    return {};
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const catalog::Asic* asic = catalog::asic_of(device);
    if (asic == nullptr || !asic->red_curve_decides.known() || !asic->red_curve_decides.value)
        return;
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const EcnCurve* green = green_curve(*bound.profile);
        const EcnCurve* red = red_curve(*bound.profile);
        // A platform with one curve for all colors has nothing to compare.
        if (green == nullptr || red == nullptr)
            continue;
        const PortId port{context.index, bound.ports.front()};
        const Difference difference = compare(context, port, *green, *red);
        if (difference.what.empty())
            continue;
        Diagnosis diagnosis{.at = place_in_profile(device, *bound.profile, difference.at),
            .message = fmt::format(
                "the red curve of ECN profile {} of {} {}, unlike the green one: its chip uses the red "
                "curve, so priority {} is not marked as planned",
                bound.profile->name,
                device.name,
                difference.what,
                bound.priority),
            .related = {{{}, std::string(asic->red_curve_decides.source)}},
            .fix
            = fmt::format("Give the red curve of {} the numbers of the green one.", bound.profile->name)};
        blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "ECN020",
    .name = "other-curve-decides",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A chip marks by the red curve of an ECN profile, which differs from the green one.",
    .why = "An ECN profile has a curve for each colour that a meter gives to packets, and where nothing "
           "meters them all are green. Some chips with virtual output queues use the red curve even then. "
           "Templates set all colours alike, and a change of the green thresholds alone then does nothing.",
    .source
    = "sonic-net/sonic-mgmt issue 14439 (\"for the Broadcom-DNX platforms, the applicable profile is red-profile\")",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the thresholds of all colours alike.",
    .check_device = check,
};

}
