// SPDX-License-Identifier: Apache-2.0
// The codes for rates and MTUs in path and group records (IBA 1.5, tables 224 and 215) and in
// partitions.conf.
#pragma once

#include "models/fabric/value/quantity.h"

#include <cstdint>
#include <optional>

namespace rocelint {

/// The largest codes that opensm 3.3.23 accepts (IB_PATH_RECORD_RATE_600_GBS, IB_MTU_LEN_4096).
inline constexpr std::uint8_t largest_rate_code = 22;
inline constexpr std::uint8_t largest_mtu_code = 5;

/// The rate of a code; nothing for a code that IBA does not define.
[[nodiscard]] std::optional<BitsPerSecond> rate_of_code(std::uint8_t code);
/// The code of exactly this rate, or nothing.
[[nodiscard]] std::optional<std::uint8_t> code_of_rate(BitsPerSecond rate);
/// The code of the largest rate up to this one that opensm accepts, or nothing.
[[nodiscard]] std::optional<std::uint8_t> code_of_rate_up_to(BitsPerSecond rate);
/// The MTU of a code: 256, 512, 1024, 2048 or 4096 bytes.
[[nodiscard]] std::optional<Bytes> mtu_of_code(std::uint8_t code);
/// The code of exactly this MTU, or nothing.
[[nodiscard]] std::optional<std::uint8_t> code_of_mtu(Bytes mtu);

}
