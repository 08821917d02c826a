// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"

#include <optional>
#include <string>

namespace rocelint::push {

/// The health of a device's ports at one time. Two samples before a step give the usual rate of drops.
struct HealthSample {
    Health health;
    std::chrono::steady_clock::time_point at;
};

/// Returns how a device that went from `before` to `after` differs from what the step wants: a change that
/// was not made, or another change. No value: exactly the step's changes.
[[nodiscard]] std::optional<std::string> difference_from_step(
    const PlanStep& step, const Device& before, const Device& after);

/// Returns which port was up before and is down now, or lost its RDMA port. No value: none.
[[nodiscard]] std::optional<std::string> lost_link(const Health& before, const Health& now);

/// Returns which port's link went down in between, even if it is up again. No value: none, as far as the
/// device counts this.
[[nodiscard]] std::optional<std::string> flapped_link(const Health& before, const Health& now);

/// Returns for which of these ports flapped_link() cannot determine whether the link went down, because no counter
/// for it was read both times. No value: for none.
[[nodiscard]] std::optional<std::string> unjudged_flaps(
    const Health& before, const Health& now, const std::vector<std::string>& ports);

/// Returns for which of these ports the device does not report the link or the dropped packets. No value: for
/// none.
[[nodiscard]] std::optional<std::string> blind_port(
    const Health& health, const std::vector<std::string>& ports);

/// Returns which port dropped more than `most` packets between `third` and `fourth`, and more than twice as
/// many as its rate between `first` and `second` predicts. A counter that went backwards was cleared and is
/// ignored.
[[nodiscard]] std::optional<std::string> new_drops(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    std::uint64_t most);

/// The rate of pause frames per second at which a port is paused all the time. The longest pause is 65535
/// quanta of 512 bit times (IEEE 802.3-2022 annex 31B.2, 802.1Q-2022 clause 36.1.3), so one more frame in
/// each such period keeps it paused.
[[nodiscard]] double standstill_rate(BitsPerSecond speed);

/// Returns for which of these ports new_pauses() cannot judge the pause frames, and why. No value: for none.
[[nodiscard]] std::optional<std::string> unjudged_pauses(const Health& health,
    const std::vector<std::string>& ports,
    const Device& device,
    std::optional<std::uint64_t> most);

/// Returns which port counts more than `most` pause frames per second between `third` and `fourth`, and more
/// than twice its rate between `first` and `second`. Without `most`, the limit is standstill_rate() of the
/// port's speed on `device`, and ports with unknown speed are not judged.
[[nodiscard]] std::optional<std::string> new_pauses(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    const Device& device,
    std::optional<std::uint64_t> most);

}
