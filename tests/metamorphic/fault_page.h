// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/metamorphic/faults.h"

#include <set>
#include <string>
#include <vector>

namespace rocelint::testing {

/// The outcome of one fault on one platform.
struct Cell {
    std::set<std::string> codes; ///< of new findings
    bool is_error = false; ///< at least one is an error
    std::string refused; ///< why the platform cannot be configured this way; empty: it can
    std::vector<std::string> not_checked; ///< why rules about it were not checked: "ECN004: …"
    [[nodiscard]] bool is_silent() const { return codes.empty() && refused.empty() && not_checked.empty(); }
};

/// Faults by platform.
struct FaultTable {
    std::vector<std::string> platforms;
    std::vector<std::vector<Cell>> cells; ///< by fault, by platform
};

[[nodiscard]] FaultTable fault_table(const std::vector<Subject>& subjects);

/// docs/faults.md.
[[nodiscard]] std::string fault_page(const FaultTable& table);

}
