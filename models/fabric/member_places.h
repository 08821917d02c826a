// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <array>
#include <vector>

namespace rocelint {

/// The lines that state the members of a set of priorities, by priority; nowhere for those that no line states.
using MemberPlaces = std::array<Span, 8>;

/// Keeps where each member of a set is stated, of a set whose members stand on lines of their own. `set` is the set's origin, whose own
/// place (Device::place) is that of the last of them. Nothing is kept where all stand in one line.
void place_members(Origins& origins, OriginId set, const MemberPlaces& places);

/// The place to show for some members of a set: where the first of them is stated that has a line of its own, else the set's place.
[[nodiscard]] Span place_of(
    const Device& device, const Setting<PrioritySet>& set, PrioritySet members, const Port* port = nullptr);

/// The places of sets (Device::place) of which a member is stated at this place.
[[nodiscard]] std::vector<Span> sets_with_member_at(const Origins& origins, Span place);

}
