// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::linux_host {

extern const Driver driver;

/// Returns the host as captures show it; what they do not show is
/// as in the boot files. Driver::read() prefers the boot files.
[[nodiscard]] Device read_in_force(std::span<const Tree> trees, std::string_view fallback_name);

}
