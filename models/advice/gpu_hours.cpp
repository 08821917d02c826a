// SPDX-License-Identifier: Apache-2.0
// What a slower fabric costs, in work that is not done. Only communication becomes slower, so the loss is bounded
// by its share.
#include "models/advice/gpu_hours.h"

namespace rocelint::advice {
namespace {

// How much longer a step becomes, for each unit of work, if this share of the work is lost: L/(1 - L).
double delay_of(Share lost) { return lost.value / (1 - lost.value); }

}

double step_time_ratio(Share communication, Efficiency efficiency)
{
    // The same as (1 - f) + f/e, and never below 1 by rounding.
    return 1 + communication.value * (1 / efficiency.value - 1);
}

Share lost_share(Share communication, Efficiency efficiency)
{
    return {1 - 1 / step_time_ratio(communication, efficiency)};
}

GpuHours lost_gpu_hours(const Usage& usage, Share communication, Efficiency efficiency)
{
    return {usage.whole().count * lost_share(communication, efficiency).value};
}

std::optional<Efficiency> break_even_efficiency(Share communication, Share lost)
{
    if (communication.value <= 0 || lost.value >= 1)
        return std::nullopt;
    return Efficiency{1 / (1 + delay_of(lost) / communication.value)};
}

std::optional<Share> break_even_communication(Efficiency efficiency, Share lost)
{
    const double slower = 1 / efficiency.value - 1;
    if (slower <= 0 || lost.value >= 1 || delay_of(lost) > slower)
        return std::nullopt;
    return Share{delay_of(lost) / slower};
}

}
