// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"

#include <random>

namespace rocelint::push {

/// A random plan without meaning but with all features: devices of several platforms, steps in every phase, needs, pairs that
/// must be pushed apart, texts with quotes and line ends.
[[nodiscard]] Plan random_plan(std::mt19937& random, std::size_t devices);

}
