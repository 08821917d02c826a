// SPDX-License-Identifier: Apache-2.0
// Traffic classes for a correction, from what the rest of the device and of the fabric does.
#pragma once

#include "analysis/facts/shared_facts.h"

#include <cstdint>
#include <optional>

namespace rocelint {

/// Whether pause of a priority that the port has PFC on holds this traffic class.
[[nodiscard]] bool is_paused_class(const Device& device, const Port& port, std::uint8_t tc);

/// The traffic class without PFC that a code point belongs in: the one that most switches of the platform put it in,
/// else the one of most other code points here.
[[nodiscard]] std::optional<std::uint8_t> majority_lossy_class(SharedFacts& facts, PortId id, Dscp dscp);

/// The traffic class that CNPs with this DSCP belong in, neither paused nor the one of best effort: the policy's, else
/// that of most switches of the platform, else the only strict one, else the class selector's (RFC 2474 section 4.2.2).
[[nodiscard]] std::optional<std::uint8_t> cnp_class_for(SharedFacts& facts, PortId id, Dscp dscp);

}
