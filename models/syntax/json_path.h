// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// The keys that lead to the byte at `offset` of a JSON text, joined by dots ("PORT_QOS_MAP.Ethernet0.pfc_enable"). A byte
/// of a key or of its value belongs to that key; empty where no object holds the byte. Never fails: of a text that is no
/// JSON it gives whatever keys stand before the byte.
[[nodiscard]] std::string json_path_at(std::string_view text, std::uint32_t offset);

}
