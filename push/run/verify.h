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

/// Describes a change of the step that the device did not make between `before` and `after`, or a change that the
/// step does not contain. No value if exactly the step's changes were made.
[[nodiscard]] std::optional<std::string> difference_from_step(
    const PlanStep& step, const Device& before, const Device& after);

/// Names a port whose link was up before and is down now, or whose RDMA port is gone. No value if there is none.
[[nodiscard]] std::optional<std::string> lost_link(const Health& before, const Health& now);

/// Names a port whose link went down between the two samples, even if it is up again. No value if no counter of
/// the device shows this.
[[nodiscard]] std::optional<std::string> flapped_link(const Health& before, const Health& now);

/// Names one of these ports for which flapped_link() cannot know whether the link went down, because its counter is
/// missing from a sample. No value if there is none.
[[nodiscard]] std::optional<std::string> unjudged_flaps(
    const Health& before, const Health& now, const std::vector<std::string>& ports);

/// Names one of these ports for which the device does not report the state of the link or the dropped packets. No
/// value if there is none.
[[nodiscard]] std::optional<std::string> blind_port(
    const Health& health, const std::vector<std::string>& ports);

/// Names a port that dropped more than `most` packets between `third` and `fourth`, and more than twice as many as
/// its rate between `first` and `second` predicts. Ignores a counter that decreased, since it was cleared.
[[nodiscard]] std::optional<std::string> new_drops(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    std::uint64_t most);

/// The rate of pause frames per second at which a port is paused all the time. The longest pause is 65535
/// quanta of 512 bit times (IEEE 802.3-2022 annex 31B.2, 802.1Q-2022 clause 36.1.3), so one more frame in
/// each such period keeps it paused.
[[nodiscard]] double standstill_rate(BitsPerSecond speed);

/// Names one of these ports whose pause frames new_pauses() cannot judge, and the reason. No value if there is none.
[[nodiscard]] std::optional<std::string> unjudged_pauses(const Health& health,
    const std::vector<std::string>& ports,
    const Device& device,
    std::optional<std::uint64_t> most);

/// Names a port that counts more than `most` pause frames per second between `third` and `fourth`, and more
/// than twice its rate between `first` and `second`. Without `most`, the limit is standstill_rate() of the
/// port's speed on `device`, and ports with unknown speed are not judged.
[[nodiscard]] std::optional<std::string> new_pauses(const HealthSample& first,
    const HealthSample& second,
    const HealthSample& third,
    const HealthSample& fourth,
    const Device& device,
    std::optional<std::uint64_t> most);

}
