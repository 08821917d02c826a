// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/input/inputs.h"

namespace rocelint::cli {

/// Runs `rocelint policy infer PATH…`: prints the classes that the inputs agree on as a rocelint.yaml.
[[nodiscard]] ExitCode run_infer_policy(const workspace::InputOptions& options);

}
