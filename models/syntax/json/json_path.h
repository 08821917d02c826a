// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// The keys that lead to the byte at `offset` of a JSON text, joined by dots
/// ("PORT_QOS_MAP.Ethernet0.pfc_enable"). A byte of a key or its value belongs to that key. Empty if no
/// object contains the byte. Never fails: for text that is not JSON, it returns the keys that come before the
/// byte.
[[nodiscard]] std::string json_path_at(std::string_view text, std::uint32_t offset);

}
