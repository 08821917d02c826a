// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// The line of a switch's forwarding table with this LID; without one, the line that names the switch;
/// without a captured table, no place.
[[nodiscard]] Span row_of_lid(const Fabric& fabric, const Subnet& subnet, std::uint32_t node, Lid lid);

}
