// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/bound_profiles.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

namespace rocelint {

/// The place of a curve's setting, or of its profile if the setting has its default.
[[nodiscard]] Span place_in_profile(const Device& device, const EcnProfile& profile, OriginId origin);

/// Names the ports of a profile as the finding's subjects.
void blame_ports(
    Diagnosis& diagnosis, std::uint32_t device_index, const BoundProfile& bound, Property property);

/// Proposes the marking that is usual for the first of the profile's ports, for all ports that use the
/// profile, and says so in the fix. Proposes nothing if no marking is usual.
void propose_majority_marking(const DeviceContext& context,
    Diagnosis& diagnosis,
    const BoundProfile& bound,
    std::optional<Bytes> most = std::nullopt);

/// "150000 bytes"
[[nodiscard]] std::string in_bytes(Bytes size);

}
