// SPDX-License-Identifier: Apache-2.0
// Numbers for a correction, from what the rest of the device and of the fabric does.
#pragma once

#include "analysis/analysis.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rocelint {

/// Counts equal values. There is a winner only where one value has more votes than any other.
template <class Value>
class Majority {
public:
    void add(const Value& value)
    {
        const auto known = std::ranges::find(counts_, value, &std::pair<Value, std::uint32_t>::first);
        if (known == counts_.end())
            counts_.push_back({value, 1});
        else
            ++known->second;
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

/// How packets of this priority are usually marked where this port is concerned: by the other colours of its profile,
/// else by other ports of the device (of its speed first), else by ports of its speed on switches of its platform (of
/// its role first). Only curves that rise, and begin at `most` bytes at the latest. Nothing where no port shows it.
[[nodiscard]] std::optional<EcnTarget> majority_marking(
    const Analysis& analysis, PortId id, Priority priority, std::optional<Bytes> most = std::nullopt);

/// The largest frame that most RoCE ports doing the same job carry: of switches of its platform (and role first), or
/// of hosts, where it is at least `least`; else `least` itself.
[[nodiscard]] Bytes majority_frame(const Analysis& analysis, PortId id, Bytes least);

/// Whether pause of a priority that the port has PFC on holds this traffic class.
[[nodiscard]] bool is_paused_class(const Device& device, const Port& port, std::uint8_t tc);

/// The traffic class without PFC that a code point belongs in: the one that most switches of the platform put it in,
/// else the one of most other code points here.
[[nodiscard]] std::optional<std::uint8_t> majority_lossy_class(
    const Analysis& analysis, PortId id, Dscp dscp);

/// The traffic class that CNPs with this DSCP belong in, neither paused nor the one of best effort: the policy's, else
/// that of most switches of the platform, else the only strict one, else the class selector's (RFC 2474 section 4.2.2).
[[nodiscard]] std::optional<std::uint8_t> cnp_class_for(const Analysis& analysis, PortId id, Dscp dscp);

}
