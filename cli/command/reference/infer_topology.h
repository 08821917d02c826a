// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/input/inputs.h"

namespace rocelint::cli {

/// Runs `rocelint topology infer PATH…`: prints the cables that the inputs show as a topology.yaml.
[[nodiscard]] ExitCode run_infer_topology(const workspace::InputOptions& options);

}
