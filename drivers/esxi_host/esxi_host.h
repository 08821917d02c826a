// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>
#include <string_view>

namespace rocelint::esxi_host {

extern const Driver driver;

/// The host as its captures show it, where they differ from the script with its corrections (drivers/in_force.h).
[[nodiscard]] Device read_in_force(std::span<const Tree> trees, std::string_view fallback_name);

}
