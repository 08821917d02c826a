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

/// Says of which of these ports flapped_link() cannot judge whether the link went down, since no counter of it was read both
/// times. Nothing: of none.
[[nodiscard]] std::optional<std::string> unjudged_flaps(
    const Health& before, const Health& now, const std::vector<std::string>& ports);

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

/// Pause frames a second by which a port is held all the time: the longest pause is 65535 quanta of 512 bit times (IEEE
/// 802.3-2022 annex 31B.2, 802.1Q-2022 clause 36.1.3), so that one more frame in each such time never lets it go.
[[nodiscard]] double standstill_rate(BitsPerSecond speed);

/// Says of which of these ports new_pauses() judges no pause frames, and why. Nothing: of none.
[[nodiscard]] std::optional<std::string> unjudged_pauses(const Health& health,
    const std::vector<std::string>& ports,
    const Device& device,
    std::optional<std::uint64_t> most);

/// Says which port counts more than `most` pause frames a second between `third` and `fourth`, and more than twice its rate
/// between `first` and `second`. Where `most` is not given, it is the standstill_rate() of the port's speed on `device`; a port
/// whose speed is not known is not judged then.
[[nodiscard]] std::optional<std::string> new_pauses(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    const Device& device,
    std::optional<std::uint64_t> most);

}
