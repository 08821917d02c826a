// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>

namespace rocelint::push {

/// What a device says of its hardware, as far as it can be compared: words of up to 64 letters, digits and : . _ / -, the
/// address in small letters. A device that does not tell has none of it.
[[nodiscard]] Result<Hardware> read_hardware(LiveDevice& live);

/// What the two tell differently: "its serial number is JPE2 and was JPE1". Empty where nothing that both tell differs.
[[nodiscard]] std::string other_hardware(const Hardware& planned, const Hardware& now);

/// What two devices have in common that no two have: "the serial number JPE1". The address counts where one of them tells no
/// serial number. Empty: nothing.
[[nodiscard]] std::string same_hardware(const Hardware& one, const Hardware& other);

}
