// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "models/text/objection.h"
#include "models/text/result.h"
#include "workspace/known/baseline.h"

namespace rocelint::cli {

/// Takes reports to "-" as reports to standard output. Objects to more than one of them, which would be unreadable.
[[nodiscard]] Objection complete(CheckOptions& options);

/// Checks, before anything is read, that the codes are those of rules and that the output files overwrite nothing.
/// Returns the baseline, or an empty one if neither an option nor the policy names a file.
[[nodiscard]] Result<workspace::Baseline> check_usage(const CheckOptions& options);

}
