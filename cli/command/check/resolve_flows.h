// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/simulate/traffic.h"
#include "models/text/result.h"
#include "workspace/flows/flow_file.h"

#include <span>
#include <vector>

namespace rocelint::cli {

/// The flows, with their names replaced by endpoints of the fabric. A host with several RDMA ports stands for all of
/// them; its first port sends to the first port of the other host, and so on, as in `trace`. An Error lists the
/// unknown names and their places.
[[nodiscard]] Result<std::vector<simulate::Flow>> resolve_flows(
    const proof::FabricProof& proof, std::span<const workspace::StatedFlow> stated);

}
