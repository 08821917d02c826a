// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// How much a run plays of the tests that take long as a whole: a sample, unless it is asked for everything. `./dev test` takes
/// the seed of the sample from the commit, so that every commit tries something else and a red run can be repeated.
namespace rocelint::testing {

/// Whether everything is to be played: ROCELINT_SAMPLE=all, as `./dev test --all` sets it.
[[nodiscard]] bool plays_everything();

/// What chooses the sample: the hexadecimal number in ROCELINT_SAMPLE, or 0 without it.
[[nodiscard]] std::uint32_t sample_seed();

}
