// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <optional>

namespace rocelint {

/// The shortest cable length of at least `least` that the switch has headroom for at the port's speed: any
/// length if the switch computes headroom itself, otherwise that of one of its own profiles or of a row of
/// the table shipped for its hardware. nullopt if no such length is known.
[[nodiscard]] std::optional<Metres> length_class(const Device& device, const Port& port, Metres least);

/// Whether all lengths that the switch has headroom for are known: its table was collected, or one is shipped for its hardware.
[[nodiscard]] bool has_length_table(const Device& device);

}
