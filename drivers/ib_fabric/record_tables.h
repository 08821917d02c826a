// SPDX-License-Identifier: Apache-2.0
// The rows of tables that records of the subnet administrator hold.
#pragma once

#include "drivers/ib_fabric/draft.h"
#include "drivers/ib_fabric/scan.h"

#include <cstdint>
#include <vector>

namespace rocelint::ib_fabric {

/// The port that a record is about.
struct RecordPort {
    std::uint64_t lid = 0; ///< as written; 0 if the record has not shown it
    std::uint8_t port = 0;
};

/// One block of a table of VL arbitration.
struct LaneTurns {
    bool is_high = false; ///< of the table for high priority
    const std::vector<std::uint8_t>& lanes;
    const std::vector<std::uint8_t>& weights; ///< by the same index
};

// They return `unrecognised` if the row makes no sense in a record of this port.

/// Adds the virtual lanes of all service levels, for packets that came in at port `in`.
[[nodiscard]] CoverageState add_sl2vl(Draft& draft,
    const RecordPort& of,
    std::uint8_t in,
    const std::vector<std::uint8_t>& values,
    const Node& line);
/// Adds a block of VL arbitration.
[[nodiscard]] CoverageState add_turns(
    Draft& draft, const RecordPort& of, const LaneTurns& turns, const Node& line);
/// Adds a row of a linear forwarding table. `record`: where the record begins.
[[nodiscard]] CoverageState add_row(
    Draft& draft, const RecordPort& of, Span record, Scan& scan, const Node& line);
/// Adds a line of a P_Key table.
[[nodiscard]] CoverageState add_keys(Draft& draft, const RecordPort& of, Scan& scan, const Node& line);

}
