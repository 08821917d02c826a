// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan.h"

#include <random>

namespace rocelint::push {

/// A plan that means nothing and has everything: devices of several platforms, steps in every phase, needs, pairs that
/// must be apart, texts with quotes and line ends.
[[nodiscard]] Plan random_plan(std::mt19937& random, std::size_t devices);

}
