// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/proof.h"
#include "models/text/result.h"

#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The endpoints that "host", "host:port" or "switch:port" means, ascending. An Error for a name that nothing has
/// (with the nearest that something has) and for a port that carries no RDMA (with the reason).
[[nodiscard]] Result<std::vector<std::uint32_t>> find_endpoints(
    const proof::FabricProof& proof, std::string_view name);

}
