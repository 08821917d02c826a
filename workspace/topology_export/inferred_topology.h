// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <string>

namespace rocelint::workspace {

/// The text of a topology.yaml with the cables that LLDP, neighbour tables and descriptions show, each with the
/// lines that it was seen in. A cable about which two sources disagree, or whose other device was not read, is
/// listed as a comment instead. `fabric` must have been linked without the links of a topology. Reading the
/// text gives the same cables.
[[nodiscard]] std::string inferred_topology(const Fabric& fabric);

}
