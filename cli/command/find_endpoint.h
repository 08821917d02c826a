// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/proof.h"
#include "models/text/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The endpoints that "host", "host:port" or "switch:port" means, ascending. An Error for a name that nothing has
/// (with the nearest that something has) and for a port that carries no RDMA (with the reason).
[[nodiscard]] Result<std::vector<std::uint32_t>> find_endpoints(
    const proof::FabricProof& proof, std::string_view name);

/// What `--fail` names: a port for its link, or a switch. A name that fits nothing, or a port without a cable, is refused.
[[nodiscard]] Result<routing::Failures> find_failures(
    const Fabric& fabric, std::span<const std::string> names);

}
