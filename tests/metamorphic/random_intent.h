// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::testing {

/// The platforms of switches for which random_intent() knows names of ports.
[[nodiscard]] std::span<const std::string_view> platforms_of_intents();

/// A fabric.yaml with leaves, spines and hosts, drawn with this seed. Each switch runs one of the platforms.
/// Classes, priorities, shares, speeds, cables, MTUs and times are drawn from all that an intent can state,
/// also from what no switch can do.
[[nodiscard]] std::string random_intent(std::span<const std::string_view> platforms, std::uint32_t seed);

}
