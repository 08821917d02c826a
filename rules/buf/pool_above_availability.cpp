// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/memory_sum.h"
#include "analysis/facts/memory/pool_availability.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::buf002 {
namespace {

constexpr double one_cell[] = {1};
constexpr double unused[] = {10};

constexpr Parameter parameters[] = {
    {.name = "cells_a_port",
        .defaults = one_cell,
        .unit = "cells",
        .meaning = "how far the pools may differ from what is available, for each port",
        .source = "sizes are rounded to cells"},
    {.name = "unused_percent",
        .defaults = unused,
        .unit = "percent",
        .meaning = "share of the available memory that may be left unused before it is reported",
        .source = "a round number"},
};

constexpr Example examples[] = {
    {.title = "The pool that the device would size itself is fixed, and too large",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": "21371520"}}})"}}},
        .flagged = R"("size": "21371520")"},
    {.title = "The fixed pools leave room for what ports hold back",
        .files
        = {{{"sonic", "leaf1", R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}}})"}}}},
    {.title = "The device sizes its pools itself",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": null}, "ingress_lossy_pool": {"size": null}}})"}}}},
};

struct Pools {
    Bytes sum;
    const BufferPool* largest = nullptr;
    bool fixed = true; ///< every ingress pool has a size
};

Pools ingress_pools(const Device& device)
{
    Pools pools;
    for (const BufferPool& pool : device.pools) {
        if (pool.direction.value_or(PoolDirection::egress) != PoolDirection::ingress)
            continue;
        pools.fixed = pools.fixed && pool.size.known();
        pools.sum.count += pool.size.value_or({}).count;
        if (pool.size.known() && (pools.largest == nullptr || pools.largest->size.value < pool.size.value))
            pools.largest = &pool;
    }
    return pools;
}

void report(DeviceContext& context, const Pools& pools, Bytes available, const catalog::Asic& asic)
{
    const Device& device = context.device();
    const bool above = pools.sum > available;
    context.report({.severity = above ? Severity::warning : Severity::info,
        .at = device.place(pools.largest->size.origin),
        .message = fmt::format(
            "{} sizes its buffers itself, but its ingress pools are fixed to {} bytes where the {} has "
            "{} available: {}",
            device.name,
            pools.sum.count,
            asic.name,
            available.count,
            above ? "headroom that the device works out may not fit" : "the rest is not used"),
        .subjects = {context.subject(Property::buffer_pool, Part::of(*pools.largest))},
        .related = {{device.place(device.headroom.dynamic.origin), "the device sizes its buffers itself"},
            {{}, fmt::format("packet memory: {}", asic.packet_memory.source)}},
        .fix = "Take the sizes out of the ingress pools."});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const catalog::Asic* asic = catalog::asic_of(device);
    if (!device.headroom.dynamic.is(true) || asic == nullptr || !asic->model.known()
        || asic->model.value != catalog::HeadroomModel::spectrum)
        return;
    const Pools pools = ingress_pools(device);
    if (pools.largest == nullptr || !pools.fixed)
        return;
    std::string reason;
    const auto available = available_for_pools(device, *asic, reason);
    if (!available)
        return context.not_checked({context.index, Port::no_index}, reason);
    const auto tolerance = static_cast<std::uint64_t>(std::max(0.0, context.number("cells_a_port"))
        * static_cast<double>(asic->cell.value.count * device.ports.size()));
    const double least = static_cast<double>(available->count) * (1 - context.number("unused_percent") / 100);
    if (pools.sum.count > available->count + tolerance || static_cast<double>(pools.sum.count) < least)
        report(context, pools, *available, *asic);
}

}

extern const Rule rule = {
    .code = "BUF002",
    .name = "fixed-pool-in-dynamic-model",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where the pools leave memory unused"}}},
    .scope = Scope::device,
    .summary = "A device that sizes its buffers itself has fixed pools that differ from what is available.",
    .why = "In the dynamic model headroom grows and shrinks with speed and cable, and the pools get the rest "
           "of the memory. A pool with a fixed size does not shrink: headroom that is computed later may not "
           "fit, or memory lies idle.",
    .source = "sonic-swss cfgmgr/buffer_pool_mellanox.lua",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Take the sizes out of the ingress pools. The device then recomputes the sizes of all ports at "
           "once, so choose the time of this change yourself.",
    .check_device = check,
};

}
