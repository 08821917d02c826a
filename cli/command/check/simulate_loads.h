// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/simulate.h"
#include "cli/report/simulate/simulate_report.h"
#include "models/text/result.h"

namespace rocelint::cli {

/// Computes what the flows of --flows offer to each egress port of the one fabric that they belong to. Fails for
/// mistakes in the file, and where there are several fabrics.
[[nodiscard]] Result<void> load_flows(SimulateData& data, const SimulateOptions& options);

/// Simulates the packets of the loads that are more than a port can send.
void simulate_loads(SimulateData& data);

}
