// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf018 {
namespace {

constexpr double twice[] = {2};
constexpr double once[] = {1};

constexpr Parameter parameters[] = {
    {.name = "egress",
        .defaults = twice,
        .unit = "packet memories",
        .meaning = "the largest static threshold of an egress profile that counts as \"no limit\"",
        .source
        = "sonic-buildimage device/dell/x86_64-dellemc_z9332f_d1508-r0: 67117468 in a pool of 38462204"},
    {.name = "ingress",
        .defaults = once,
        .unit = "packet memories",
        .meaning = "the largest static threshold of an ingress profile that counts as \"no limit\"",
        .source = "sonic-buildimage device/**/buffers_defaults_*.j2: at most the pool's size or the memory"},
};

constexpr Example examples[] = {
    {.title = "The threshold has a digit too many",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": "335544320"}}})"}}},
        .flagged = R"("static_th": "335544320")"},
    {.title = "The threshold is the pool", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Somewhat more than the memory is the idiom for no limit",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": "44302336"}}})"}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const catalog::Asic* asic = catalog::asic_of(device);
    if (asic == nullptr || !asic->packet_memory.known())
        return;
    for (const BufferProfile& profile : device.buffer_profiles) {
        const BufferPool* pool = pool_of(device, profile);
        if (pool == nullptr || !pool->direction.known() || !profile.fixed_threshold.known())
            continue;
        const bool egress = pool->direction.value == PoolDirection::egress;
        const double memories = context.number(egress ? "egress" : "ingress");
        // An ingress pool on an unknown variant of the chip may be larger than the memory size in the
        // catalog.
        const std::uint64_t memory = std::max(asic->packet_memory.value.count, pool->size.value_or({}).count);
        const double limit = memories * static_cast<double>(memory) * 1.1;
        if (static_cast<double>(profile.fixed_threshold.value.count) <= limit)
            continue;
        context.report({.at = device.place(profile.fixed_threshold.origin),
            .message = fmt::format(
                "buffer profile {} of {} has a static threshold of {} bytes, more than {:g} times the {} "
                "bytes of its {}: it limits nothing and may be a typing mistake",
                profile.name,
                device.name,
                profile.fixed_threshold.value.count,
                memories,
                asic->packet_memory.value.count,
                asic->name),
            .subjects = {context.subject(Property::buffer_threshold, Part::of(profile))},
            .related = {{{}, fmt::format("packet memory: {}", asic->packet_memory.source)}},
            .fix = "Set it to the size of the pool if no limit is meant."});
    }
}

}

extern const Rule rule = {
    .code = "BUF018",
    .name = "static-threshold-beyond-memory",
    .severity = Severity::info,
    .scope = Scope::device,
    .summary = "A static buffer threshold is far larger than the switch's packet memory.",
    .why
    = "A threshold of the whole pool, or of the memory, is the usual way to write \"no limit\". A number "
      "far beyond it does not limit anything either, but is most likely a mistake.",
    .source = "sonic-buildimage device/**/buffers_defaults_*.j2",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Set it to the size of the pool if no limit is intended, otherwise to the limit. The configuration "
      "does not show which is intended.",
    .check_device = check,
};

}
