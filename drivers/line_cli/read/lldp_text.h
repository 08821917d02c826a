// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <vector>

namespace rocelint::line_cli {

/// Reads the neighbors of one port from a detailed listing. Below `header`, `Neighbor "ID"` begins a
/// neighbor, and lines such as `- System Name: "leaf1"` describe it (IEEE 802.1AB: System Name, Port ID, Port
/// Description). Marks every line.
void read_neighbours(const Tree& tree, const Node& header, std::uint32_t port, std::vector<Neighbour>& found);

}
