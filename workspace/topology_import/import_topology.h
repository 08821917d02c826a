// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"
#include "models/text/result.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Reads a topology.yaml, or a file in which another program or a person writes down cables. The content
/// decides what it is. A file that is in none of the forms, or in more than one, is an Error that lists them.
[[nodiscard]] Result<Topology> read_any_topology(const Source& source);

/// The names of the forms that are read, as in messages.
[[nodiscard]] std::vector<std::string> topology_form_names();

}
