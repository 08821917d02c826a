// SPDX-License-Identifier: Apache-2.0
#include "rules/metered.h"

#include <fmt/format.h>

namespace rocelint {

bool is_unread(const PortMeter& found)
{
    return found.depends_on_speed || !found.why_open.empty() || found.meter->effect == MeterEffect::unknown;
}

void explain_unread(RuleContext& context, PortId port, const PortMeter& found)
{
    if (found.depends_on_speed)
        static_cast<void>(context.need(port, context.fabric.port(port).speed, "the speed"));
    else
        context.not_checked(port,
            fmt::format("a line meters RDMA packets that enter here, and {}",
                found.why_open.empty() ? found.meter->why_unknown : found.why_open));
}

std::string rate_in_words(const Meter& meter)
{
    constexpr double giga = 1e9;
    return meter.above.count == 0
        ? std::string()
        : fmt::format(" above {:g} Gbit/s", static_cast<double>(meter.above.count) / giga);
}

}
