// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"
#include "models/text/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The endpoints that "host", "host:port" or "switch:port" refers to, ascending. An Error for an unknown name
/// (with the most similar known one) and for a port that carries no RDMA (with the reason).
[[nodiscard]] Result<std::vector<std::uint32_t>> find_endpoints(
    const proof::FabricProof& proof, std::string_view name);

/// The failures that `--fail` names: a port for its link, or a switch. Fails for an unknown name and for a
/// port without a cable.
[[nodiscard]] Result<routing::Failures> find_failures(
    const Fabric& fabric, std::span<const std::string> names);

/// Finds the port that --port names as "switch:port".
[[nodiscard]] Result<PortId> find_port(const Fabric& fabric, std::string_view name);

}
