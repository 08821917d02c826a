// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The InfiniBand ports of channel adapters that a word of the command line refers to: "host", "host:mlx5_0",
/// an adapter's whole description, or the GUID of a port or node. Ascending; empty if nothing matches.
[[nodiscard]] std::vector<PortId> find_ib_ports(const Fabric& fabric, std::string_view name);

}
