// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <array>
#include <vector>

namespace rocelint {

/// By priority: the line that states the member; nowhere for members that no line states.
using MemberPlaces = std::array<Span, 8>;

/// Records where each member of a set is stated, for sets whose members have lines of their own. `set` is the
/// set's origin, whose place (Device::place) is that of the last member. Records nothing if all members are
/// on one line.
void place_members(Origins& origins, OriginId set, const MemberPlaces& places);

/// The place to show for some members of a set: the line of the first member that has its own line, else the
/// set's place.
[[nodiscard]] Span place_of(
    const Device& device, const Setting<PrioritySet>& set, PrioritySet members, const Port* port = nullptr);

/// The places (Device::place) of the sets that have a member stated at this place.
[[nodiscard]] std::vector<Span> sets_with_member_at(const Origins& origins, Span place);

}
