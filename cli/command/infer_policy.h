// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/inputs.h"

namespace rocelint::cli {

/// `rocelint policy infer PATH…`: prints the classes that the inputs agree on as a rocelint.yaml.
[[nodiscard]] ExitCode run_infer_policy(const InputOptions& options);

}
