// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rocelint {

/// Counts equal values. A value wins only if it has more votes than any other.
template <class Value>
class Majority {
public:
    void add(const Value& value, std::uint32_t votes = 1)
    {
        const auto known = std::ranges::find(counts_, value, &std::pair<Value, std::uint32_t>::first);
        if (known == counts_.end())
            counts_.push_back({value, votes});
        else
            known->second += votes;
    }
    [[nodiscard]] std::optional<Value> winner() const
    {
        std::optional<Value> best;
        std::uint32_t most = 0;
        for (const auto& [value, count] : counts_) {
            if (count == most)
                best.reset();
            if (count > most) {
                best = value;
                most = count;
            }
        }
        return best;
    }

private:
    std::vector<std::pair<Value, std::uint32_t>> counts_;
};

}
