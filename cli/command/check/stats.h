// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::cli {

/// The durations of stages that an Outcome does not record.
struct Stats {
    std::chrono::steady_clock::duration find_time{};
    std::chrono::steady_clock::duration read_time{};
    std::chrono::steady_clock::duration report_time{};
};

/// The lines of `--stats`: amounts, time per stage, peak memory, time per rule.
[[nodiscard]] std::string describe_stats(
    const Stats& stats, const std::vector<std::unique_ptr<workspace::Outcome>>& fabrics);

}
