// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan.h"

#include <optional>
#include <string>

namespace rocelint::push {

/// What a device's ports did before and after a step. Two samples before give the rate of drops that is usual.
struct HealthSample {
    Health health;
    std::chrono::steady_clock::time_point at;
};

/// Says what is not as the step wants it when the device has gone from `before` to `after`: a change that is not made, or
/// something else that changed as well. Nothing: exactly the step's changes.
[[nodiscard]] std::optional<std::string> difference_from_step(
    const PlanStep& step, const Device& before, const Device& after);

/// Says which port that was up before is down now, or lost its RDMA port. Nothing: none.
[[nodiscard]] std::optional<std::string> lost_link(const Health& before, const Health& now);

/// Says whose link went down in between, though it may be up again. Nothing: none, as far as the device counts it.
[[nodiscard]] std::optional<std::string> flapped_link(const Health& before, const Health& now);

/// Says of which of these ports a device tells no link, or no packets that it dropped. Nothing: of none.
[[nodiscard]] std::optional<std::string> blind_port(
    const Health& health, const std::vector<std::string>& ports);

/// Says which port drops more than `most` packets, and more than twice as many as its rate between `first` and `second`
/// would have it, between `third` and `fourth`. A counter that went backwards was cleared, and tells nothing.
[[nodiscard]] std::optional<std::string> new_drops(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    std::uint64_t most);

}
