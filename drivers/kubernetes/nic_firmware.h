// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/kubernetes/draft.h"

#include <cstdint>
#include <string_view>

namespace rocelint::kubernetes {

/// Sets a parameter that the firmware keeps, by mlxconfig's name for it without "_P1".
void set_firmware(Draft& draft, Nic& nic, std::string_view name, std::uint64_t number, OriginId why);
/// Reads rawNvConfig: names and values of such parameters.
void read_raw_firmware(Draft& draft, Nic& nic, const Node* parameters);

}
