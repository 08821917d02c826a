// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/config.h"

#include <string_view>

namespace rocelint::junos {

/// Whether a line (without blanks at its ends) is one of the table that `show lldp neighbors` prints.
[[nodiscard]] bool is_neighbour_line(std::string_view line);
/// The neighbours that such a table in the file names.
void read_neighbours(Config& config, const Source& source);

}
