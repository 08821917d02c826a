// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <optional>

namespace rocelint {

/// Returns the device in its current state: where captures among its files show other values than the boot
/// files set, the captures count. Driver::read() returns the same device as it is after the next boot.
/// Returns nothing for a platform whose files hold only one state.
[[nodiscard]] std::optional<Device> device_in_force(
    const Driver& driver, std::span<const Tree> trees, std::string_view fallback_name);

}
