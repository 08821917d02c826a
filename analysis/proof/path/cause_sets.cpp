// SPDX-License-Identifier: Apache-2.0
// All pairs of a large fabric share a few sets of causes. Each set is stored once, so that a proof of
// millions of pairs fits in memory.
#include "analysis/proof/path/cause_sets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

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
    const auto order
        = [](const Step& one) { return std::tie(one.port, one.at, one.aspect, one.kind, one.text); };
    if (order(step) < order(cause.step))
        cause.step = step;
    return entry->second;
}

std::uint32_t SetTable::make(std::vector<std::uint32_t> members)
{
    std::ranges::sort(members);
    members.erase(std::ranges::unique(members).begin(), members.end());
    const std::scoped_lock lock(mutex_);
    const auto [entry, fresh]
        = known_.try_emplace(std::move(members), static_cast<std::uint32_t>(sets_.size()));
    if (fresh)
        sets_.push_back(&entry->first);
    return entry->second;
}

std::span<const std::uint32_t> SetTable::members(std::uint32_t set)
{
    const std::scoped_lock lock(mutex_);
    return *sets_[set];
}

void MemberMarks::add(std::span<const std::uint32_t> members)
{
    if (!members.empty() && members.back() / 64 >= bits_.size())
        bits_.resize(members.back() / 64 + 1);
    for (const std::uint32_t member : members) {
        const std::uint64_t bit = std::uint64_t{1} << (member % 64);
        count_ += (bits_[member / 64] & bit) == 0 ? 1 : 0;
        bits_[member / 64] |= bit;
    }
}

std::vector<std::uint32_t> MemberMarks::take()
{
    std::vector<std::uint32_t> members;
    members.reserve(std::exchange(count_, 0));
    for (std::size_t word = 0; word < bits_.size(); ++word) {
        for (std::uint64_t left = std::exchange(bits_[word], 0); left != 0; left &= left - 1)
            members.push_back(
                static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(left))));
    }
    return members;
}

std::uint32_t SetUnion::operator()(std::uint32_t a, std::uint32_t b)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    const std::uint64_t key = std::uint64_t{std::min(a, b)} << 32U | std::max(a, b);
    const auto found = seen_.find(key);
    if (found != seen_.end())
        return found->second;
    const std::uint32_t united = unite(std::array{a, b});
    seen_.emplace(key, united);
    return united;
}

std::uint32_t SetUnion::operator()(std::vector<std::uint32_t>& sets)
{
    keep_each_once(sets);
    if (sets.size() > 2)
        return unite(sets);
    return (*this)(sets.empty() ? 0 : sets.front(), sets.empty() ? 0 : sets.back());
}

std::uint32_t SetUnion::unite(std::span<const std::uint32_t> sets)
{
    for (const std::uint32_t set : sets)
        marks_.add(table_->members(set));
    return table_->make(marks_.take());
}

void keep_each_once(std::vector<std::uint32_t>& sets)
{
    std::ranges::sort(sets);
    sets.erase(std::ranges::unique(sets).begin(), sets.end());
    if (!sets.empty() && sets.front() == 0)
        sets.erase(sets.begin());
}

}
