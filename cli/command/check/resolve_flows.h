// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/traffic.h"
#include "models/text/result.h"
#include "workspace/flows/flow_file.h"

#include <span>
#include <vector>

namespace rocelint::cli {

/// The flows with their names found in the fabric. A host with several RDMA ports stands for all of them, first to
/// first, as for `trace`. An Error names the places of those that the fabric does not have.
[[nodiscard]] Result<std::vector<simulate::Flow>> resolve_flows(
    const proof::FabricProof& proof, std::span<const workspace::StatedFlow> stated);

}
