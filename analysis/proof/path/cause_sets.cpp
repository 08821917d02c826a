// SPDX-License-Identifier: Apache-2.0
// All pairs of a large fabric share a few sets of causes. Each set is stored once, so that a proof of
// millions of pairs fits in memory.
#include "analysis/proof/path/cause_sets.h"

#include <algorithm>
#include <iterator>

namespace rocelint::proof {

std::uint32_t CauseTable::add(const Step& step)
{
    const std::scoped_lock lock(mutex_);
    // Faults without a line are distinguished by their text. A device that was not collected is one cause,
    // whichever switch misses it and on whatever evidence. Sending pause and obeying it are one setting.
    const bool missing = step.aspect == Aspect::collected;
    const Key key{missing ? PortId{}.device : step.port.device,
        step.aspect == Aspect::obedience ? Aspect::pause : step.aspect,
        step.outcome,
        missing ? Span{} : step.at,
        missing || !step.at.somewhere() ? step.text : std::string()};
    const auto [entry, fresh] = known_.try_emplace(key, static_cast<std::uint32_t>(causes_.size()));
    if (fresh)
        causes_.push_back({step, {}});
    Cause& cause = causes_[entry->second];
    const auto place = std::ranges::lower_bound(cause.ports, step.port);
    if (place == cause.ports.end() || *place != step.port)
        cause.ports.insert(place, step.port);
    // Keeps the first step in fabric order, so that the result does not depend on the order of the threads.
    if (std::tuple(step.port, step.at) < std::tuple(cause.step.port, cause.step.at))
        cause.step = step;
    return entry->second;
}

std::uint32_t SetTable::make(std::vector<std::uint32_t> members)
{
    if (members.empty())
        return 0;
    std::ranges::sort(members);
    members.erase(std::ranges::unique(members).begin(), members.end());
    const std::scoped_lock lock(mutex_);
    const auto [entry, fresh] = known_.try_emplace(members, static_cast<std::uint32_t>(sets_.size()));
    if (fresh)
        sets_.push_back(std::move(members));
    return entry->second;
}

std::uint32_t SetTable::unite(std::uint32_t a, std::uint32_t b)
{
    std::vector<std::uint32_t> united;
    std::ranges::set_union(members(a), members(b), std::back_inserter(united));
    return make(std::move(united));
}

std::vector<std::uint32_t> SetTable::members(std::uint32_t set)
{
    const std::scoped_lock lock(mutex_);
    return sets_[set];
}

}
