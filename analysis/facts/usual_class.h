// SPDX-License-Identifier: Apache-2.0
// Traffic classes for a correction, derived from the rest of the device and of the fabric.
#pragma once

#include "analysis/facts/shared_facts.h"

#include <cstdint>
#include <optional>

namespace rocelint {

/// Whether pause of a priority that the port has PFC enabled for stops this traffic class.
[[nodiscard]] bool is_paused_class(const Device& device, const Port& port, std::uint8_t tc);

/// The traffic class without PFC that a code point should be in: the one that most switches of the platform
/// use for it, otherwise the one that most other code points of this port use.
[[nodiscard]] std::optional<std::uint8_t> majority_lossy_class(SharedFacts& facts, PortId id, Dscp dscp);

/// The traffic class that CNPs with this DSCP should be in, which is neither paused nor best effort: the
/// policy's, otherwise that of most switches of the platform, otherwise the only strict one, otherwise the
/// one of the class selector (RFC 2474 section 4.2.2).
[[nodiscard]] std::optional<std::uint8_t> cnp_class_for(SharedFacts& facts, PortId id, Dscp dscp);

}
