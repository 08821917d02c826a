// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::vendor::config_db {

/// One defect in a configuration.
struct PlantedRow {
    std::string place; ///< "QUEUE scheduler": alike in all rows of a table, and in all entries of a map
    std::string kind; ///< "no row", "no field", "another value", "a name of nothing", "a port of nothing"
    std::string what; ///< "QUEUE|Ethernet0|3 scheduler names NOWHERE"
    std::string text; ///< of the whole configuration
};

/// All that can be planted in the tables of QoS, buffers, ports and watchdog: each row and each field left out, each number
/// and word another, each name and each port of a key one that no row has. The same each time, in the order of the text.
[[nodiscard]] std::vector<PlantedRow> planted_rows(std::string_view json);

}
