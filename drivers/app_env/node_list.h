// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/arena.h"

#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// The hosts of a list such as "gpu[01-04,07],login" (Slurm, hostlist expressions) or "gpu01:8,gpu02:8" (Open
/// MPI, --host). Empty if the list is written otherwise, or too long.
[[nodiscard]] std::vector<std::string_view> nodes_of(std::string_view list, Arena& arena);

}
