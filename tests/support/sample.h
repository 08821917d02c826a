// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// How much a run plays of the tests that take long in full: a sample, unless everything is requested. `./dev test` derives the
/// sample's seed from the commit, so that every commit tries something else and a failure can be reproduced.
namespace rocelint::testing {

/// Whether to play everything: ROCELINT_SAMPLE=all, as `./dev test --all` sets it.
[[nodiscard]] bool plays_everything();

/// The seed of the sample: the hexadecimal number in ROCELINT_SAMPLE, or 0 without it.
[[nodiscard]] std::uint32_t sample_seed();

}
