// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"

#include <functional>
#include <string>
#include <vector>

namespace rocelint::push {

/// One step in a plan, by indices.
struct WaveStep {
    std::size_t device = 0; ///< index in Plan::devices
    std::uint32_t step = 0;
    friend auto operator<=>(const WaveStep&, const WaveStep&) = default;
};

/// Steps that may be made at the same time, each on another device.
struct Wave {
    std::string title; ///< "canary, room", "wave 2, traffic in"
    bool canary = false; ///< one step after another; a failure ends the push
    std::vector<WaveStep> steps;
};

/// The rounds that all devices go through together, in order: traffic out, headroom and PFC, traffic in, PFC
/// and headroom removed. A round begins when the one before it has ended everywhere, so that a receiver has
/// headroom before its sender is mapped. A rollback goes through the rounds in the opposite order, from each
/// safe state to the one before it.
[[nodiscard]] unsigned round_of(Phase phase);
[[nodiscard]] const char* name_of_round(unsigned round, bool backwards = false);

/// Sorts the steps for which `wanted` is true into waves of at most `size` devices. Each round begins with
/// canaries: the first device of each platform. Devices that must be apart (MLAG peers, the rails of one
/// host) are never in the same wave, and the steps of one device keep their order. The result depends only on
/// the plan.
[[nodiscard]] std::vector<Wave> make_waves(
    const Plan& plan, std::size_t size, const std::function<bool(const WaveStep&)>& wanted);

}
