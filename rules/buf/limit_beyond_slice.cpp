// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf012 {
namespace {

constexpr Example examples[] = {
    {.title = "The limit is most of the pool, but the chip's memory is in two parts",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7060X6-64PE", "platform": "x86_64-arista_7060x6_64pe-r0"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": "30000000"}}})"}}},
        .flagged = R"("static_th": "30000000")"},
    {.title = "The limit is one half of the pool",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7060X6-64PE", "platform": "x86_64-arista_7060x6_64pe-r0"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": "16777216"}}})"}}}},
    {.title = "A limit of the whole pool means no limit",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7060X6-64PE", "platform": "x86_64-arista_7060x6_64pe-r0"}}})"}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const catalog::Asic* asic = catalog::asic_of(device);
    if (asic == nullptr || !asic->memory_slices.known() || asic->memory_slices.value < 2)
        return;
    for (const BufferProfile& profile : device.buffer_profiles) {
        const BufferPool* pool = pool_of(device, profile);
        if (pool == nullptr || !pool->size.known() || !profile.fixed_threshold.known())
            continue;
        const Bytes limit = profile.fixed_threshold.value;
        // Pools are configured slightly smaller than their slices.
        constexpr double rounding = 1.02;
        const double slice
            = static_cast<double>(pool->size.value.count) / asic->memory_slices.value * rounding;
        if (limit >= pool->size.value || static_cast<double>(limit.count) <= slice)
            continue;
        context.report({.at = device.place(profile.fixed_threshold.origin),
            .message = fmt::format(
                "buffer profile {} of {} may take {} of the {} bytes of its pool, but the memory of the "
                "{} is assumed to be split into {} parts, of which a port uses only one: the limit is "
                "never reached",
                profile.name,
                device.name,
                limit.count,
                pool->size.value.count,
                asic->name,
                asic->memory_slices.value),
            .subjects = {context.subject(Property::buffer_threshold, Part::of(profile))},
            .related = {{{}, fmt::format("parts of the memory: {}", asic->memory_slices.source)}},
            .fix = fmt::format("Set it to {} bytes, or to the size of the pool if no limit is meant.",
                pool->size.value.count / asic->memory_slices.value)});
    }
}

}

extern const Rule rule = {
    .code = "BUF012",
    .name = "limit-beyond-memory-slice",
    .severity = Severity::info,
    .scope = Scope::device,
    .summary = "A static buffer limit is larger than the part of the packet memory that a port can use.",
    .why = "Large chips keep packets in several memories, each for some of the ports. A pool that is written "
           "as one number is then several pools, and a limit larger than one of them has no effect.",
    .source
    = "sonic-buildimage device/arista/x86_64-arista_7060x6_*, buffers_defaults (pools of 164 619 432 bytes with "
      "limits of 82 434 938); that the halves are memories of their own is inferred from these numbers",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the limit to one part of the memory, or to the whole pool if no limit is intended. The "
           "configuration does not show which is intended.",
    .check_device = check,
};

}
