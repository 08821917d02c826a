// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <optional>

namespace rocelint {

/// The shortest cable length of at least `least` that the switch has headroom for at the port's speed: any length where
/// it works headroom out by itself, else one of its own profiles or a row of the table shipped for its hardware.
/// Nothing where no such length is known.
[[nodiscard]] std::optional<Metres> length_class(const Device& device, const Port& port, Metres least);

}
