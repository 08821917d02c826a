// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/arena.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// Reads the lists of hosts that one file names, up to a limit for all of them together: each of 1500 lines may name
/// n[1-65000].
class NodeLists {
public:
    /// The hosts of a list such as "gpu[01-04,07],login" (Slurm, hostlist expressions) or "gpu01:8,gpu02:8" (Open
    /// MPI, --host). Empty if the list is written otherwise, or if the file names too many hosts.
    [[nodiscard]] std::vector<std::string_view> nodes_of(std::string_view list, Arena& arena);

private:
    std::size_t left_ = 65536; ///< how many more hosts the lists of the file may name
};

}
