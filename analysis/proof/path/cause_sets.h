// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace rocelint::proof {

/// One reason why pairs of endpoints are not proven: an aspect of a device, with the place where it is
/// written, or a device that was not collected.
struct Cause {
    Step step; ///< at the first of its ports
    std::vector<PortId> ports; ///< ascending
};

/// All causes of a fabric, each once.
class CauseTable {
public:
    /// Thread-safe.
    std::uint32_t add(const Step& step);
    [[nodiscard]] std::vector<Cause>& causes() { return causes_; }

private:
    using Key = std::tuple<std::uint32_t, Aspect, Grade, Span, std::string>;
    std::mutex mutex_;
    std::map<Key, std::uint32_t> known_;
    std::vector<Cause> causes_;
};

/// Sets of small numbers, each stored once under its own number; 0 is the empty set. Thread-safe.
class SetTable {
public:
    SetTable() { sets_.push_back(&known_.try_emplace({}, 0).first->first); }
    [[nodiscard]] std::uint32_t make(std::vector<std::uint32_t> members);
    /// Ascending. Valid as long as the table.
    [[nodiscard]] std::span<const std::uint32_t> members(std::uint32_t set);
    [[nodiscard]] std::size_t size() const { return sets_.size(); }

private:
    std::mutex mutex_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> known_;
    std::vector<const std::vector<std::uint32_t>*> sets_; ///< by number: a key of `known_`
};

/// The members of several sets, each once. Reused, so that a union costs no allocation.
class MemberMarks {
public:
    void add(std::span<const std::uint32_t> members);
    /// The members added since the last call, ascending.
    [[nodiscard]] std::vector<std::uint32_t> take();

private:
    std::vector<std::uint64_t> bits_; ///< by member
    std::size_t count_ = 0;
};

/// One thread's view of a SetTable, which caches the unions of two sets that it has computed.
class SetUnion {
public:
    explicit SetUnion(SetTable& table) : table_(&table) { }
    [[nodiscard]] std::uint32_t operator()(std::uint32_t a, std::uint32_t b);
    /// The union of all sets, which are reordered. Only the result is stored: where every switch has a
    /// hundred next hops with faults of their own, the unions of one after the other fill the memory.
    [[nodiscard]] std::uint32_t operator()(std::vector<std::uint32_t>& sets);
    [[nodiscard]] SetTable& table() { return *table_; }

private:
    [[nodiscard]] std::uint32_t unite(std::span<const std::uint32_t> sets);

    SetTable* table_;
    MemberMarks marks_;
    std::unordered_map<std::uint64_t, std::uint32_t> seen_;
};

/// Leaves each set but the empty one once, ascending.
void keep_each_once(std::vector<std::uint32_t>& sets);

}
