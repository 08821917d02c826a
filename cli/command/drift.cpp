// SPDX-License-Identifier: Apache-2.0
#include "cli/command/drift.h"

namespace rocelint::cli {

ExitCode run_drift(const LiveOptions&) { return ExitCode::usage; }

}
