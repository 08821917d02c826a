// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace rocelint::bench {

/// A clean configuration of the generator with faults that `fix` corrects: each kind on so many ports, each on others.
[[nodiscard]] std::string sonic_with_faults(std::string text, std::uint32_t faults);
[[nodiscard]] std::string eos_with_faults(std::string text, std::uint32_t faults);

/// A configuration of the generator with this MTU on every port; 0: as it is. The next port of a file has as much more as
/// `step` says: what differs from port to port is one finding for each.
[[nodiscard]] std::string with_mtu(std::string text, std::uint32_t mtu, std::uint32_t step);

}
