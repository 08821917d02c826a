// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/bisection.h"
#include "models/text/result.h"
#include "workspace/check/outcome.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// What a fabric offers its GPUs, as far as its intent or its topology shows it.
struct FabricShape {
    std::uint32_t hosts = 0; ///< with RDMA, collected or planned
    std::optional<std::uint32_t> gpus_per_host; ///< if all captures of hosts agree
    std::uint32_t rails = 0; ///< numbers of NICs that leaves are planned for; 0: no rails are stated
    /// Bandwidth of all cables between hosts and leaves, in bits per second and one direction.
    std::optional<std::uint64_t> injection;
    std::vector<TierUplinks> tiers;
    std::vector<std::string> not_computed; ///< what could not be computed, and why
    std::map<std::string, std::uint32_t, std::less<>> findings; ///< unwaived findings by code
    bool was_checked = false; ///< whether rules ran
};

/// Reads an intent; renders nothing and runs no rule.
[[nodiscard]] Result<FabricShape> shape_of_intent(const std::string& path);
/// The shape of a checked fabric, with its findings.
[[nodiscard]] FabricShape shape_of(const Outcome& outcome);

}
