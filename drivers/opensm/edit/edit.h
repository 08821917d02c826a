// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::opensm {

/// Sets options of opensm.conf. An existing line keeps its name, the blanks after it and its comment. An
/// option without a line gets a new one after the lines of the options that opensm writes before it. In
/// partitions.conf and qos-policy.conf, replaces a text that the reader found wrong (SmFault), or a whole
/// partition. See Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

}
