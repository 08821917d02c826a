// SPDX-License-Identifier: Apache-2.0
// Finds which ports want the same change. Every driver asks this before it edits something that several ports
// share.
#include "models/change/asked.h"

#include <algorithm>

namespace rocelint {
namespace {

bool holds_all(std::span<const Request> all, std::span<const Request> some)
{
    return std::ranges::all_of(
        some, [&](const Request& each) { return std::ranges::find(all, each) != all.end(); });
}

}

bool same_requests(std::span<const Request> a, std::span<const Request> b)
{
    return holds_all(a, b) && holds_all(b, a);
}

Asked::Asked(std::span<const Change> changes) : changes_(changes)
{
    for (std::uint32_t index = 0; index < changes.size(); ++index)
        by_port_[{changes[index].port.port, changes[index].property}].push_back(index);
}

bool Asked::wants(std::uint32_t port, const Change& change, std::uint8_t number) const
{
    const auto found = by_port_.find({port, change.property});
    return found != by_port_.end() && std::ranges::any_of(found->second, [&](std::uint32_t index) {
        return changes_[index].value == change.value && changes_[index].number == number;
    });
}

PrioritySet Asked::pfc_after(std::uint32_t port, PrioritySet now) const
{
    const auto found = by_port_.find({port, Property::pfc});
    if (found == by_port_.end())
        return now;
    for (const std::uint32_t index : found->second) {
        if (const auto* delta = std::get_if<PriorityDelta>(&changes_[index].value))
            now = (now | delta->add) - delta->remove;
    }
    return now;
}

}
