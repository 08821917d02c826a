// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "models/catalog/asic.h"
#include "models/catalog/catalog.h"
#include "rules/buf/profile_change.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf008 {
namespace {

constexpr Example examples[] = {
    {.title = "A dynamic threshold of 8 does not exist",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "8"}}})"}}},
        .flagged = R"("dynamic_th": "8")"},
    {.title = "A chip that the catalog does not know may number its thresholds otherwise",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Cisco-8101-O32", "platform": "x86_64-8101_32fh_o-r0"}},
 "BUFFER_PROFILE": {"ingress_lossy_profile": {"dynamic_th": "10"}}})"}}}},
    {.title = "A dynamic threshold of 0 allows as much as is free", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The smallest dynamic threshold",
        .files
        = {{{"sonic", "leaf1", R"({"BUFFER_PROFILE": {"ingress_lossy_profile": {"dynamic_th": "-8"}}})"}}}},
};

// sai_int8_t: SAI inc/saibuffer.h, SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH.
constexpr std::int64_t sai_least = -128;
constexpr std::int64_t sai_most = 127;

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.buffer_profiles.empty())
        return;
    const auto low = catalog::platform_default(device.platform, "dynamic_threshold_min");
    const auto high = catalog::platform_default(device.platform, "dynamic_threshold_max");
    const auto smallest = parse_signed(low.value);
    const auto largest = parse_signed(high.value);
    if (!smallest || !largest)
        return;
    for (const BufferProfile& profile : device.buffer_profiles) {
        const Setting<std::int64_t>& threshold = profile.dynamic_threshold;
        if (!threshold.known() || (threshold.value >= *smallest && threshold.value <= *largest))
            continue;
        const catalog::Asic* asic = catalog::asic_of(device);
        // The module's range is that of the chips of the catalog; others, such as Cisco's, number their
        // thresholds by themselves within what SAI can hold.
        if (asic == nullptr && threshold.value >= sai_least && threshold.value <= sai_most) {
            context.not_checked({context.index, Port::no_index},
                fmt::format("which dynamic thresholds the chip accepts is unknown: buffer profile {} has "
                            "{}",
                    profile.name,
                    threshold.value));
            continue;
        }
        const bool shipped
            = asic != nullptr && asic->shipped_alpha_least.known() && asic->shipped_alpha_most.known();
        Diagnosis diagnosis{.at = device.place(threshold.origin),
            .message
            = fmt::format("buffer profile {} of {} has the dynamic threshold {}, but the platform "
                          "accepts only {} to {}: the profile is rejected and its ports keep what they "
                          "had",
                profile.name,
                device.name,
                threshold.value,
                *smallest,
                *largest),
            .subjects = {context.subject(Property::buffer_threshold, Part::of(profile))},
            .fix = fmt::format("Choose a dynamic threshold from {} to {}.", *smallest, *largest)};
        if (shipped)
            propose_for_profile(context,
                diagnosis,
                context.index,
                profile,
                Property::buffer_threshold,
                DynamicThreshold{threshold.value < *smallest ? asic->shipped_alpha_least.value
                                                             : asic->shipped_alpha_most.value});
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "BUF008",
    .name = "dynamic-threshold-out-of-range",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A dynamic buffer threshold lies outside what the platform accepts.",
    .why = "The number is an exponent or an index into a short table of the chip. One that is not in it "
           "makes the whole profile fail, and with it the headroom of each group that uses it.",
    .source
    = "sonic-yang-models sonic-buffer-profile.yang, leaf dynamic_th, range -8..7; "
      "SAI inc/saibuffer.h, SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH (sai_int8_t); sonic-net/sonic-buildimage "
      "pull request 27270 (the range differs by platform); "
      "platform_defaults.yaml, dynamic_threshold_min and dynamic_threshold_max",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Use the nearest dynamic threshold that is shipped for the chip. Where none is known, choose one "
           "by hand.",
    .check_device = check,
};

}
