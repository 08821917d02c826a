// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::opensm {

/// Gives options of opensm.conf values: in their lines, where the name, the blanks behind it and the comment stay, or, where no
/// line states them, in lines of their own behind those of the options that opensm writes before them. In partitions.conf and
/// qos-policy.conf it puts a text in the place of one that the reader found wrong (SmFault), or of a whole partition. See
/// Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

}
