// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"

#include <optional>
#include <string>

namespace rocelint::push {

/// Returns a difference between two readings of a device in the lines that no reader interprets (a user, a
/// route, a line of a newer release). Lines that are read are compared by meaning instead
/// (difference_from_step), because a device may write them in another form. Comments and the order are
/// ignored. No value: no difference.
[[nodiscard]] std::optional<std::string> unread_difference(
    const Driver& driver, const ReadDevice& wanted, const ReadDevice& now);

}
