// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"

#include <cstdint>
#include <map>
#include <mutex>
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
    SetTable() { sets_.emplace_back(); }
    [[nodiscard]] std::uint32_t make(std::vector<std::uint32_t> members);
    [[nodiscard]] std::uint32_t unite(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] std::vector<std::uint32_t> members(std::uint32_t set);
    [[nodiscard]] std::size_t size() const { return sets_.size(); }

private:
    std::mutex mutex_;
    std::vector<std::vector<std::uint32_t>> sets_;
    std::map<std::vector<std::uint32_t>, std::uint32_t> known_;
    friend class SetUnion;
};

/// One thread's view of a SetTable, which caches the unions it has computed.
class SetUnion {
public:
    explicit SetUnion(SetTable& table) : table_(&table) { }
    [[nodiscard]] std::uint32_t operator()(std::uint32_t a, std::uint32_t b)
    {
        if (a == b || b == 0)
            return a;
        if (a == 0)
            return b;
        const std::uint64_t key = std::uint64_t{std::min(a, b)} << 32U | std::max(a, b);
        const auto found = seen_.find(key);
        if (found != seen_.end())
            return found->second;
        const std::uint32_t united = table_->unite(a, b);
        seen_.emplace(key, united);
        return united;
    }
    [[nodiscard]] SetTable& table() { return *table_; }

private:
    SetTable* table_;
    std::unordered_map<std::uint64_t, std::uint32_t> seen_;
};

}
