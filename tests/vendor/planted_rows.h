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
    std::string place; ///< "QUEUE scheduler": the same for all rows of a table, and for all entries of a map
    std::string kind; ///< "no row", "no field", "another value", "a name of nothing", "a port of nothing"
    std::string what; ///< "QUEUE|Ethernet0|3 scheduler names NOWHERE"
    std::string text; ///< the whole configuration
    std::size_t file = 0; ///< index in the fabric
};

/// All defects that can be planted in the tables of QoS, buffers, ports and watchdog: each row and each field removed, each
/// number and word changed, each name and each port of a key replaced by one without a row. Always the same, in text order.
[[nodiscard]] std::vector<PlantedRow> planted_rows(std::string_view json);

/// Up to `most` defects in the SONiC files of a fabric, always the same: one of each kind in each place before the second of any,
/// since most entries are in maps.
[[nodiscard]] std::vector<PlantedRow> planted_rows(const testing::Subject& subject, std::size_t most);
/// Whether a file of a fabric is a CONFIG_DB.
[[nodiscard]] bool is_config_db(const testing::Subject::File& file);

}
