// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/read/config.h"

#include <string_view>

namespace rocelint::junos {

/// Whether a line (without surrounding blanks) belongs to the table that `show lldp neighbors` prints.
[[nodiscard]] bool is_neighbour_line(std::string_view line);
/// Reads the neighbors that such a table in the file lists.
void read_neighbours(Config& config, const Source& source);

}
