// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/inputs.h"
#include "models/fabric/class_model.h"

namespace rocelint::cli {

/// Classes and CNP marking as the text of a rocelint.yaml, with the evidence of each class as a comment.
[[nodiscard]] std::string policy_yaml(const ClassModel& model);

/// `rocelint policy infer PATH…`: prints the classes that the inputs agree on as a rocelint.yaml.
[[nodiscard]] ExitCode run_infer_policy(const InputOptions& options);

}
