// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/memory_sum.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::buf001 {
namespace {

constexpr double no_slack[] = {0};

constexpr Parameter parameters[] = {
    {.name = "slack_bytes",
        .defaults = no_slack,
        .unit = "bytes",
        .meaning = "how far the sum may exceed the packet memory",
        .source = "memory is not elastic"},
};

constexpr Example examples[] = {
    {.title = "The two ingress pools are larger than the memory of the chip",
        .files
        = {{{"sonic", "leaf1", R"({"BUFFER_POOL": {"ingress_lossless_pool": {"size": "26971520"}}})"}}},
        .flagged = R"("size": "26971520")"},
    {.title = "The pools, the headroom and what is reserved fit into the memory",
        .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "A lossless egress pool as large as the memory does not partition it",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"egress_lossless_pool": {"size": "34287552"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": "34287552"}}})"}}}},
    {.title = "The pool of the device is larger than the memory of its chip",
        .files = {{{"sample-nos", "leaf1", R"(-pool: {size: 33554432}
+asic: spectrum-2
+pool: {size: 34287552}
)"}}},
        .flagged = "pool: {size: 34287552}"},
    {.title = "The pool leaves room for the headroom",
        .files = {{{"sample-nos", "leaf1", R"(-pool: {size: 33554432}
+asic: spectrum-2
+pool: {size: 33554432}
)"}}}},
};

void report(DeviceContext& context, const MemoryView& view)
{
    const Device& device = context.device();
    const Bytes memory = *view.sum.memory;
    Diagnosis diagnosis{.severity = view.by_cells ? std::optional(Severity::warning) : std::nullopt,
        .basis = view.assumed.empty() ? std::nullopt : std::optional(Basis::assumed_default),
        .at = device.place(view.largest->size.origin),
        .message = fmt::format(
            "{} hands out {} bytes of packet memory on {}: pools {}, headroom {}, reserved {}; but its "
            "{} has {}, so buffers can be exhausted",
            device.name,
            view.total().count,
            name_of(view.direction),
            view.sum.pools.count,
            view.sum.headroom.count,
            view.sum.reserved.count,
            view.asic->name,
            memory.count),
        .subjects = {context.subject(Property::buffer_pool, Part::of(*view.largest))},
        .related = {{{}, fmt::format("packet memory: {}", view.memory_source)}},
        .fix = fmt::format(
            "Shrink {} by at least {} bytes.", view.largest->name, view.total().count - memory.count)};
    if (!view.assumed.empty())
        diagnosis.show(
            {}, fmt::format("sizes of groups that are not configured are assumed as in {}", view.assumed));
    if (view.ports_until_loss && *view.ports_until_loss < view.lossless_groups)
        diagnosis.show({},
            fmt::format(
                "of {} lossless groups only {} may fill their headroom at once before packets are lost",
                view.lossless_groups,
                *view.ports_until_loss));
    context.report(std::move(diagnosis));
}

// The vendor's shipped pool that the device uses unchanged, on a chip whose cells are counted: a shipped
// setup that is not known to fail is not reported.
const catalog::ShippedPool* shipped_as_it_is(const Device& device, const MemoryView& view)
{
    if (!view.by_cells)
        return nullptr;
    const auto found
        = std::ranges::find_if(view.asic->shipped_pools, [&](const catalog::ShippedPool& shipped) {
              return std::ranges::any_of(device.pools, [&](const BufferPool& pool) {
                  return pool.size.is(shipped.size) && pool.shared_headroom.is(shipped.xoff);
              });
          });
    return found == view.asic->shipped_pools.end() ? nullptr : &*found;
}

void check(DeviceContext& context)
{
    for (const MemoryView& view : memory_views(context.device())) {
        if (view.largest == nullptr || !view.adds_up || !view.sum.memory)
            continue;
        const auto slack = static_cast<std::uint64_t>(std::max(0.0, context.number("slack_bytes")));
        const catalog::ShippedPool* shipped = shipped_as_it_is(context.device(), view);
        if (shipped != nullptr && view.total().count > view.sum.memory->count + slack) {
            context.not_checked({context.index, Port::no_index},
                fmt::format(
                    "not proven: the pool of {} and the headroom of {} bytes are more than the {} bytes of {}, "
                    "but {} ships them",
                    shipped->size.count,
                    shipped->xoff.count,
                    view.sum.memory->count,
                    view.asic->name,
                    shipped->source));
            continue;
        }
        // Missing parts can only increase the total.
        if (view.total().count > view.sum.memory->count + slack)
            report(context, view);
        else if (!view.missing.empty())
            context.not_checked({context.index, Port::no_index},
                fmt::format(
                    "the packet memory on {} is not added up: {}", name_of(view.direction), view.missing));
    }
}

}

extern const Rule rule = {
    .code = "BUF001",
    .name = "packet-memory-overcommitted",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning, "where the memory is counted in cells"}}},
    .scope = Scope::device,
    .summary = "The pools, the headroom and the reserved buffers of a switch exceed its packet memory.",
    .why = "Headroom that exists only on paper is not there when packets arrive after a pause. What the "
           "pools promise beyond the memory is missing for the last group that needs it, and that is often "
           "headroom. The rule judges only hardware whose reservations are separate from its pools, or "
           "whose number of cells is documented; in the latter case the pool and the shared headroom must "
           "fit, and a violation is a warning. An egress pool as large as the memory or as all ingress "
           "pools overlaps them by design and is not added.",
    .source
    = "sonic-swss cfgmgr/buffer_pool_mellanox.lua (the pools get what reservations and headroom leave of the "
      "memory); sonic-buildimage issue 28657 (pool and xoff of 808546 cells on a chip of 636183)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Shrink the pools until the sum fits. Which pool can spare memory depends on the traffic.",
    .check_device = check,
};

}
