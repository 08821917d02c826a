// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One NIC that carries RDMA, with its port.
struct BoardNic {
    PortId port;
    const Nic* nic = nullptr;
};

/// All RDMA NICs whose board is known, by board name. NICs of one board should be configured alike.
[[nodiscard]] std::map<std::string_view, std::vector<BoardNic>> boards(const Analysis& analysis);

/// The values of one port that should be alike.
struct ComparedValue {
    PortId port;
    std::string value;
    Span at;
};

/// Values that differ from the majority.
struct Outliers {
    std::vector<ComparedValue> odd; ///< all have the same value
    ComparedValue usual; ///< one of the majority
    std::size_t others = 0; ///< how many have the value of `usual`
};

/// Among values that should be alike, those that differ from the most frequent value. In a tie, the value
/// that occurs first counts as usual.
[[nodiscard]] std::vector<Outliers> outliers(const std::vector<ComparedValue>& all);

}
