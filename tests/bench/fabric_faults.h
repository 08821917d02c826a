// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace rocelint::bench {

/// A clean generated configuration with faults that `fix` corrects: each kind on `faults` ports, each kind on other ports.
[[nodiscard]] std::string sonic_with_faults(std::string text, std::uint32_t faults);
[[nodiscard]] std::string eos_with_faults(std::string text, std::uint32_t faults);

/// A generated configuration with this MTU on every port; 0: unchanged. With `step` the MTU grows from each port of a file to the
/// next, so that every port gets its own finding.
[[nodiscard]] std::string with_mtu(std::string text, std::uint32_t mtu, std::uint32_t step);

}
