// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>

namespace rocelint::push {

/// Reads what a device says about its hardware, in a form that can be compared: words of up to 64 letters,
/// digits and : . _ / -, the address in lowercase. Empty for a device that does not say.
[[nodiscard]] Result<Hardware> read_hardware(LiveDevice& live);

/// The difference between two devices: "its serial number is JPE2 and was JPE1". Only values that both report
/// count; empty if these are equal.
[[nodiscard]] std::string other_hardware(const Hardware& planned, const Hardware& now);

/// A property that two devices share but that must be unique: "the serial number JPE1". The address counts if
/// one of them reports no serial number. Empty: none.
[[nodiscard]] std::string same_hardware(const Hardware& one, const Hardware& other);

}
