// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One NIC that carries RDMA, by the port that it belongs to.
struct BoardNic {
    PortId port;
    const Nic* nic = nullptr;
};

/// All RDMA NICs of which the board is known, by its name. NICs of one board should be set up alike.
[[nodiscard]] std::map<std::string_view, std::vector<BoardNic>> boards(const Analysis& analysis);

/// What one of several that should be alike says.
struct Statement {
    PortId port;
    std::string value;
    Span at;
};

/// Some that say another thing than most.
struct Outliers {
    std::vector<Statement> odd; ///< all say the same
    Statement usual; ///< one of the others
    std::size_t others = 0; ///< how many say as `usual`
};

/// Of statements that should all be alike, those that differ from the most frequent one; of equally frequent ones the first
/// is taken for the usual one.
[[nodiscard]] std::vector<Outliers> outliers(const std::vector<Statement>& all);

}
