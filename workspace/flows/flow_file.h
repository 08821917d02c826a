// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"
#include "models/text/result.h"
#include "models/text/source.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A flow as a site states it. The names are those of the file.
struct StatedFlow {
    std::string from;
    std::string to;
    std::string rdma_class; ///< name or priority; empty: the only one
    std::optional<BitsPerSecond> rate; ///< nullopt: `share` of the line rate
    double share = 1;
    double start_us = 0;
    std::string place; ///< "flows.csv:3:1"
};

/// Reads a file of flows: YAML (docs/reference/flows.md), or a table with the same names as columns, in any order.
/// An Error names the place of each mistake and what to type there.
[[nodiscard]] Result<std::vector<StatedFlow>> read_flows(const Source& source);

}
