// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::vendor::junos_config {

/// One defect in a configuration.
struct PlantedLine {
    std::string kind; ///< "no statement", "no block", "another number", "another word"
    std::string what; ///< the line as it is then, or that is gone
    std::string text; ///< of the whole configuration
};

/// All that can be planted in a configuration in braces, in `set` lines or in XML with an element a line: each statement and
/// each block left out, each number another, and the last word of each statement misspelt. In the order of the text.
[[nodiscard]] std::vector<PlantedLine> planted_lines(std::string_view text);

}
