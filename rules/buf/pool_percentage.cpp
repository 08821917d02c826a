// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf009 {
namespace {

constexpr Example examples[] = {
    {.title = "A pool has a size and a percentage",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossy_pool": {"percentage": "40"}}})"}}},
        .flagged = R"("percentage": "40")"},
    {.title = "A pool has a percentage in the static model",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_POOL": {"ingress_lossy_pool": {"percentage": "40"}}})"}}},
        .flagged = R"("percentage": "40")"},
    {.title = "Every pool has a size", .files = {{{"sonic", "leaf1", ""}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    for (const BufferPool& pool : device.pools) {
        if (!pool.percentage.known())
            continue;
        const bool fixed_model = device.headroom.dynamic.is(false);
        if (!fixed_model && (!pool.size.known() || !pool.size.configured()))
            continue;
        Diagnosis diagnosis{.at = device.place(pool.percentage.origin),
            .message = fixed_model
                ? fmt::format("buffer pool {} of {} has a percentage, which only the dynamic buffer model "
                              "supports: the switch rejects or ignores it",
                    pool.name,
                    device.name)
                : fmt::format("buffer pool {} of {} has a percentage and a size: the switch rejects the "
                              "combination, and only one of them can apply",
                    pool.name,
                    device.name),
            .subjects = {context.subject(Property::buffer_pool, Part::of(pool))},
            .fix = fmt::format("Remove the percentage of {}, or its size.", pool.name)};
        if (pool.size.configured())
            diagnosis.show(device.place(pool.size.origin), "the size");
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "BUF009",
    .name = "pool-percentage-beside-size",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A buffer pool has a percentage in addition to a size, or in the static buffer model.",
    .why = "A percentage refers to the memory that the dynamic buffer model has left after headroom and "
           "reserves. The static model does not compute it, and a pool with a size contradicts it: a "
           "configuration that was planned with one of them runs with the other, or is rejected.",
    .source
    = "sonic-yang-models sonic-buffer-pool.yang, leaf percentage (\"Percentage should not be configured "
      "along with size\", \"Percentage must be configured in dynamic buffer model\")",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Keep the size in the static model; in the dynamic model keep one of the two.",
    .check_device = check,
};

}
