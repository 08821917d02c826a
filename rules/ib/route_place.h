// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// The line of a switch's forwarding table that has this LID; that which names the switch where none has, and nowhere where
/// no table was captured.
[[nodiscard]] Span row_of_lid(const Fabric& fabric, const Subnet& subnet, std::uint32_t node, Lid lid);

}
