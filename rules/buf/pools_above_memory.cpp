// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::buf004 {
namespace {

constexpr Example examples[] = {
    {.title = "The traffic pools together have 120 percent of the memory",
        .files = {{{"nvue", "leaf1", R"(-nv set qos traffic-pool default-lossy memory-percent 50
+nv set qos traffic-pool default-lossy memory-percent 70
)"}}},
        .flagged = "roce-lossless memory-percent 50"},
    {.title = "The pool of the lossless class has nothing",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": null, "percentage": "0"}}})"}}},
        .flagged = R"("percentage": "0")"},
    {.title = "The traffic pools together have 100 percent", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The traffic pools together have less than the memory, which is allowed",
        .files = {{{"nvue", "leaf1", R"(-nv set qos traffic-pool default-lossy memory-percent 50
+nv set qos traffic-pool default-lossy memory-percent 30
)"}}}},
};

bool serves(const BufferPool& pool, PoolDirection direction)
{
    return pool.direction.known()
        && (pool.direction.value == direction || pool.direction.value == PoolDirection::both);
}

// A share that a profile of the platform implies is left out: the platform may adapt it to the written ones.
bool is_fixed(const BufferPool& pool)
{
    if (!pool.percentage.known())
        return false;
    const OriginKind kind = pool.percentage.origin.kind();
    return kind == OriginKind::explicit_ || kind == OriginKind::default_;
}

// Pools of one direction divide the memory. Returns whether a finding was reported.
bool check_sum(DeviceContext& context, PoolDirection direction)
{
    constexpr std::uint64_t whole = 10'000;
    const Device& device = context.device();
    std::uint64_t sum = 0;
    const BufferPool* last = nullptr;
    std::string shares;
    for (const BufferPool& pool : device.pools) {
        if (!is_fixed(pool) || !serves(pool, direction))
            continue;
        sum += pool.percentage.value.hundredths;
        add_item(shares, fmt::format("{} {} %", pool.name, pool.percentage.value.value()));
        last = &pool;
    }
    if (last == nullptr || sum <= whole)
        return false;
    context.report({.at = device.place(last->percentage.origin),
        .message = fmt::format(
            "the buffer pools of {} together have {} % of the memory ({}): the switch refuses them, or "
            "under load one pool lacks the memory that another has taken",
            device.name,
            static_cast<double>(sum) / 100,
            shares),
        .subjects = {context.subject(Property::buffer_pool, 0)},
        .fix = "Make the pools add up to 100 percent."});
    return true;
}

// The first port with a lossless group in the pool.
const Port* port_of_lossless(const Device& device, const BufferPool& pool)
{
    const auto is_in_pool = [&](const PriorityGroup& group) {
        const BufferProfile* profile = group.lossless.known() && group.lossless.value
            ? buffer_profile_of(device, group.buffer)
            : nullptr;
        return profile != nullptr && profile->pool.known() && !profile->pool.value.none()
            && &device.pools[profile->pool.value.index] == &pool;
    };
    for (const Port& port : device.ports) {
        if (std::ranges::any_of(device.groups_of(port), is_in_pool))
            return &port;
    }
    return nullptr;
}

void check_empty(DeviceContext& context)
{
    const Device& device = context.device();
    for (const BufferPool& pool : device.pools) {
        if (!is_fixed(pool) || pool.percentage.value.hundredths != 0)
            continue;
        const Port* port = port_of_lossless(device, pool);
        if (port == nullptr)
            continue;
        context.report({.at = device.place(pool.percentage.origin),
            .message = fmt::format(
                "buffer pool {} of {} has 0 % of the memory, and the lossless class of {} has its buffers there: it pauses "
                "as soon as its reserve is full",
                pool.name,
                device.name,
                port->name),
            .subjects = {context.subject(Property::buffer_pool, Part::of(pool))},
            .fix = fmt::format("Give {} a share of the memory.", pool.name)});
    }
}

void check(DeviceContext& context)
{
    if (!check_sum(context, PoolDirection::ingress))
        check_sum(context, PoolDirection::egress);
    check_empty(context);
}

}

extern const Rule rule = {
    .code = "BUF004",
    .name = "pools-above-memory",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "Buffer pools add up to more than 100 percent of the memory, or the pool of a lossless class has "
      "none of it.",
    .why
    = "Pools divide one memory. Shares that add up to more promise the same bytes twice: whatever lossy traffic has taken "
      "is missing where a lossless class counts on it, and pause begins early or packets are dropped. A lossless pool "
      "without a share has only what is reserved for each priority.",
    .source
    = "NVIDIA Cumulus Linux 5.14 User Guide, Quality of Service, Flow Control Buffers (all pools together must "
      "not have more than 100 percent; default-lossy has all of it by default); sonic-yang-models "
      "sonic-buffer-pool.yang, leaf percentage",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Make the shares add up to 100 percent, with a part for the lossless class.",
    .check_device = check,
};

}
