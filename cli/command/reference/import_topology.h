// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// The command line of `topology import`.
struct ImportTopologyOptions {
    std::vector<std::string> files;
    std::string output; ///< empty: standard output
};

/// Runs `rocelint topology import FILE…`: writes the cables that files in the forms of other programs state as
/// a topology.yaml.
[[nodiscard]] ExitCode run_import_topology(const ImportTopologyOptions& options);

}
