// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::linux_host {

extern const Driver driver;

/// Returns the host as it is after a boot: Driver::read(). What no boot file states is as captures show it.
[[nodiscard]] Reading read_host(std::span<const Tree> trees, std::string_view fallback_name);

/// Returns the host as captures show it; what they do not show is
/// as in the boot files. Driver::read() prefers the boot files.
[[nodiscard]] Device read_in_force(std::span<const Tree> trees, std::string_view fallback_name);

}
