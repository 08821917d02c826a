// SPDX-License-Identifier: Apache-2.0
// Stores the line of each member as an extra origin that no Setting refers to: derived, `at` the member's
// line, `via` the set's place. Ports that get their set from the same place, a profile, share these origins.
#include "models/fabric/member_places.h"

#include <algorithm>
#include <string_view>

namespace rocelint {
namespace {

// The note of an origin says which member of a set it belongs to.
constexpr std::array<std::string_view, 8> notes{"member 0 of a set",
    "member 1 of a set",
    "member 2 of a set",
    "member 3 of a set",
    "member 4 of a set",
    "member 5 of a set",
    "member 6 of a set",
    "member 7 of a set"};

Span place_of_set(const Origins& origins, OriginId set)
{
    const Origin origin = origins.look_up(set);
    return origin.kind == OriginKind::inherited && origin.via.somewhere() ? origin.via : origin.at;
}

}

void place_members(Origins& origins, OriginId set, const MemberPlaces& places)
{
    const Span whole = place_of_set(origins, set);
    const auto differs = [&](Span at) { return at.somewhere() && at != whole; };
    if (!whole.somewhere() || std::ranges::none_of(places, differs))
        return;
    for (std::size_t member = 0; member < places.size(); ++member) {
        if (places.at(member).somewhere())
            static_cast<void>(origins.derived(places.at(member), whole, notes.at(member)));
    }
}

Span place_of(const Device& device, const Setting<PrioritySet>& set, PrioritySet members, const Port* port)
{
    const Span whole = place_of_set(device.origins, set.origin);
    for (const Priority member : whole.somewhere() ? members : PrioritySet{}) {
        for (const Origin& origin : device.origins.longer()) {
            if (origin.kind == OriginKind::derived && origin.via == whole && origin.note == notes.at(member))
                return origin.at;
        }
    }
    return device.place(set.origin, port);
}

std::vector<Span> sets_with_member_at(const Origins& origins, Span place)
{
    std::vector<Span> sets;
    for (const Origin& origin : origins.longer()) {
        if (origin.kind == OriginKind::derived && origin.at == place
            && std::ranges::find(notes, origin.note) != notes.end())
            sets.push_back(origin.via);
    }
    return sets;
}

}
