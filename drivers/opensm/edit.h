// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::opensm {

/// Gives options of opensm.conf other values, each in its line: the name, the blanks behind it and the comment stay. See
/// Driver::edit; the part that a change names is the line.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

}
