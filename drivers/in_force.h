// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <optional>

namespace rocelint {

/// The device as it is now, where captures among its files show other values than its boot files set: the captures count. Driver::read()
/// reads the same device as it is after the next boot. Nothing for a platform whose files hold one state only.
[[nodiscard]] std::optional<Device> device_in_force(
    const Driver& driver, std::span<const Tree> trees, std::string_view fallback_name);

}
