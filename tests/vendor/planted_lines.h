// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::vendor::junos_config {

/// One defect in a configuration.
struct PlantedLine {
    std::string kind; ///< "no statement", "no block", "another number", "another word"
    std::string what; ///< the changed or removed line
    std::string text; ///< the whole configuration
};

/// All defects that can be planted in a configuration in braces, in `set` lines or in XML with one element per line: each
/// statement and each block removed, each number changed, and the last word of each statement misspelt. In text order.
[[nodiscard]] std::vector<PlantedLine> planted_lines(std::string_view text);

}
