// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"

#include <algorithm>
#include <chrono>

namespace rocelint {

/// When to give up: at a point in time, or when a flag is raised.
struct Limit {
    std::chrono::steady_clock::time_point until;
    const CancelFlag* cancel = nullptr;

    [[nodiscard]] static Limit in(std::chrono::milliseconds time, const CancelFlag* cancel)
    {
        return {std::chrono::steady_clock::now() + time, cancel};
    }
    [[nodiscard]] bool cancelled() const { return cancel && cancel->load(std::memory_order_relaxed); }
    [[nodiscard]] bool passed() const { return std::chrono::steady_clock::now() >= until; }
    [[nodiscard]] bool reached() const { return cancelled() || passed(); }
    /// The remaining time in milliseconds, at least 0 and at most `most`.
    [[nodiscard]] int left(int most) const
    {
        const auto time
            = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(time.count(), 0, most));
    }
};

}
