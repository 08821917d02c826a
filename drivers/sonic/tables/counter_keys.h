// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::sonic {

/// The object that a row of COUNTERS_DB counts for: "oid:0x1000000000002" for "COUNTERS:oid:0x1000000000002", and the same for
/// watermarks. Empty for another key.
[[nodiscard]] std::string_view object_of_key(std::string_view key);

/// Whether a key of a database dump is one of COUNTERS_DB: such a row, or "COUNTERS_PORT_NAME_MAP" and the like.
[[nodiscard]] bool is_counters_key(std::string_view key);

/// Whether a file is a dump of COUNTERS_DB, and so no configuration.
[[nodiscard]] bool is_counter_database(const Tree& tree);

}
