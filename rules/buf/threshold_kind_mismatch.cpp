// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf007 {
namespace {

constexpr Example examples[] = {
    {.title = "A lossless profile has a dynamic threshold in a static pool",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_POOL": {"ingress_lossless_pool": {"mode": "static"}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "pg_lossless_100000_5m_profile"}},
 "CABLE_LENGTH": {"AZURE": {"Ethernet4": "5m"}},
 "BUFFER_PROFILE": {"ingress_lossless_profile": {"dynamic_th": null, "static_th": "20971520"},
  "pg_lossless_100000_40m_profile": null}})"}}},
        .flagged = R"("dynamic_th": "0")"},
    {.title = "Thresholds are of their pool's kind", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "A static threshold of the whole pool is the idiom for no limit",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"ingress_lossy_profile": {"dynamic_th": null, "static_th": "12582912"}}})"}}}},
};

void report(DeviceContext& context, const BufferProfile& profile, const BufferPool& pool, OriginId threshold)
{
    const Device& device = context.device();
    const bool lossless = profile.xoff.known() && profile.xoff.value.count > 0;
    const bool fixed_pool = pool.mode.value == ThresholdMode::fixed;
    context.report({.severity = lossless ? Severity::warning : Severity::info,
        .at = device.place(threshold),
        .message
        = fmt::format("buffer profile {} of {} has a {} threshold but its pool {} is {}: the profile's kind "
                      "prevails, so its limit is not of the kind that the pool was planned with",
            profile.name,
            device.name,
            fixed_pool ? "dynamic" : "static",
            pool.name,
            fixed_pool ? "static" : "dynamic"),
        .subjects = {context.subject(Property::buffer_threshold, Part::of(profile))},
        .related = {{device.place(pool.mode.origin), "the pool's mode"}},
        .fix = fmt::format("Give {} a {} threshold.", profile.name, fixed_pool ? "static" : "dynamic")});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    for (const BufferProfile& profile : device.buffer_profiles) {
        const BufferPool* bound = target_of(device.pools, profile.pool);
        if (bound == nullptr || !bound->mode.known())
            continue;
        const BufferPool& pool = *bound;
        const bool dynamic = profile.dynamic_threshold.known();
        const bool fixed = profile.fixed_threshold.known();
        if (pool.mode.value == ThresholdMode::fixed && dynamic && !fixed)
            report(context, profile, pool, profile.dynamic_threshold.origin);
        // A static threshold as large as the pool, or in a pool of unknown size, means "no limit".
        const bool limits = fixed && pool.size.known() && profile.fixed_threshold.value < pool.size.value;
        if (pool.mode.value == ThresholdMode::dynamic && limits && !dynamic)
            report(context, profile, pool, profile.fixed_threshold.origin);
    }
}

}

extern const Rule rule = {
    .code = "BUF007",
    .name = "threshold-kind-mismatch",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "for a lossy profile"}}},
    .scope = Scope::device,
    .summary = "A buffer profile's threshold is not of its pool's kind.",
    .why
    = "A dynamic threshold is a share of the free memory in the pool; a static threshold is a "
      "fixed number of bytes. A profile's own kind overrides its pool's, so a lossless group with the other kind "
      "reaches XOFF at an unplanned fill level. Shipped templates do so on purpose for lossy "
      "profiles, hence only info there.",
    .source = "SAI inc/saibuffer.h, SAI_BUFFER_PROFILE_ATTR_THRESHOLD_MODE (\"If set, this "
              "overrides SAI_BUFFER_POOL_ATTR_THRESHOLD_MODE\"); sonic-yang-models "
              "sonic-buffer-profile.yang and sonic-buffer-pool.yang",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use dynamic_th in dynamic pools and static_th in static ones. A threshold of one kind does "
           "not show the number that the other needs.",
    .check_device = check,
};

}
