// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/advice/answers.h"

#include <algorithm>
#include <optional>

namespace rocelint::advice {

/// The numbers in the rules of the articles.
inline constexpr double small_cluster = 512;
inline constexpr double large_cluster = 2048;
inline constexpr double much_communication = 0.30;
inline constexpr double synchronous_job = 64;

/// The larger number of GPUs, now or in two years: a fabric is built for its growth.
[[nodiscard]] inline std::optional<double> planned_gpus(const Answers& answers)
{
    if (!answers.gpus || !answers.gpus_in_two_years)
        return std::nullopt;
    return std::max(*answers.gpus, *answers.gpus_in_two_years);
}

}
