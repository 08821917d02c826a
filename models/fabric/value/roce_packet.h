// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rocelint {

/// RoCEv2 packets are UDP (IANA, Protocol Numbers) to this port (InfiniBand Architecture Specification, volume 1, annex A17).
inline constexpr std::uint32_t udp_protocol = 17;
inline constexpr std::uint32_t roce_udp_port = 4791;

/// Which packets of RoCEv2 meet a condition.
enum class MetByRoce : std::uint8_t { all, some, none };

}
