// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf003 {
namespace {

constexpr Example examples[] = {
    {.title = "The ingress partitions add up to 96 percent",
        .files = {{{"junos", "leaf1", R"(-                percent 24;
+                percent 20;
)"}}},
        .flagged = "percent 10;"},
    {.title = "Ingress adds up to 100 percent, egress to less, which is allowed",
        .files = {{{"junos", "leaf1", ""}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    std::uint64_t sum = 0;
    const BufferPool* last = nullptr;
    std::string shares;
    for (const BufferPool& pool : device.pools) {
        if (!pool.partition.known() || !pool.direction.is(PoolDirection::ingress))
            continue;
        sum += pool.partition.value.hundredths;
        add_item(shares, fmt::format("{} {} %", pool.name, pool.partition.value.value()));
        last = &pool;
    }
    constexpr std::uint64_t whole = 10'000;
    if (last == nullptr || sum == whole || device.fragment)
        return;
    context.report({.at = device.place(last->partition.origin),
        .message
        = fmt::format("the ingress buffer partitions of {} add up to {} % instead of 100 % ({}): the device "
                      "refuses the configuration",
            device.name,
            static_cast<double>(sum) / 100,
            shares),
        .subjects = {context.subject(Property::buffer_threshold, 0)},
        .fix = "Make the ingress partitions add up to 100 percent."});
}

}

extern const Rule rule = {
    .code = "BUF003",
    .name = "buffer-partitions-not-whole",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The ingress buffer partitions do not add up to 100 percent.",
    .why
    = "The partitions divide one shared memory into a part for lossless traffic, one for its headroom and one "
      "for the rest. If they do not add up, the commit fails and the device keeps the division that it had, "
      "for which nothing else was tuned.",
    .source
    = "Junos OS CLI Reference, buffer-partition (Ingress, QFX Series): the three percentages must total "
      "exactly 100; Juniper Validated Design AI Data Center Network (egress partitions of 66 and 10 percent)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Make the ingress partitions add up to 100 percent. Which of them has to change depends "
           "on the traffic.",
    .check_device = check,
};

}
