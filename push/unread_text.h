// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"

#include <optional>
#include <string>

namespace rocelint::push {

/// Says what stands in one of two readings of a device and not in the other, of all that no reader takes up (a user, a route, a
/// line of a newer release). Lines that are read are compared by what they mean (difference_from_step): a device may write
/// them in words of its own. Comments and the order do not count. Nothing: nothing does.
[[nodiscard]] std::optional<std::string> unread_difference(
    const Driver& driver, const ReadDevice& wanted, const ReadDevice& now);

}
