// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint {

Observed observe(const Device& device, std::uint32_t port, CounterKind kind, std::uint8_t part)
{
    Observed observed;
    for (const Counter& counter : counters_of(device, port, kind, part)) {
        if (counter.went_down()) {
            observed.went_down = true;
            continue;
        }
        const auto growth = counter.growth();
        const std::uint64_t count = growth.value_or(counter.value);
        const bool is_better
            = growth.has_value() == observed.is_growth ? count > observed.count : growth.has_value();
        if (observed.counter != nullptr && !is_better)
            continue;
        observed.counter = &counter;
        observed.count = count;
        observed.is_growth = growth.has_value();
    }
    return observed;
}

Observed observe(PortContext& context, CounterKind kind, std::uint8_t part)
{
    Observed observed = observe(context.device(), context.id.port, kind, part);
    if (observed.went_down && !observed.counted())
        context.not_checked(context.id,
            "its counters went down between the two captures: they were cleared, they wrapped around, or the captures "
            "are in the wrong order");
    return observed;
}

std::string describe(const Observed& observed)
{
    return observed.is_growth
        ? fmt::format("{} grew by {} between the two captures", observed.counter->name, observed.count)
        : fmt::format("{} is {} since it was last cleared", observed.counter->name, observed.count);
}

}
