// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sample_cli {

/// Driver::read.
[[nodiscard]] Reading read(std::span<const Tree> trees, std::string_view fallback_name);

}
