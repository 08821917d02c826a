// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mutation/subject.h"

#include <cstddef>
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
    std::size_t file = 0; ///< of a fabric
};

/// All that can be planted in the tables of QoS, buffers, ports and watchdog: each row and each field left out, each number
/// and word another, each name and each port of a key one that no row has. The same each time, in the order of the text.
[[nodiscard]] std::vector<PlantedRow> planted_rows(std::string_view json);

/// So many of the SONiC files of a fabric, the same each time: one of each kind in each place before the second of any, for
/// maps have more entries than all else has.
[[nodiscard]] std::vector<PlantedRow> planted_rows(const testing::Subject& subject, std::size_t most);
/// Whether a file of a fabric is CONFIG_DB.
[[nodiscard]] bool is_config_db(const testing::Subject::File& file);

}
