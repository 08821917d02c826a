// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/simulate.h"
#include "cli/report/simulate/simulate_report.h"
#include "models/text/result.h"

namespace rocelint::cli {

/// Computes the load that the flows of --flows offer to each egress port of the fabric. Fails for mistakes in the
/// file, and if the input has several fabrics.
[[nodiscard]] Result<void> load_flows(SimulateData& data, const SimulateOptions& options);

/// Simulates, packet by packet, the loads that exceed the rate of their port.
void simulate_loads(SimulateData& data);

}
