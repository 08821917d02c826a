// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::catalog {

/// Tables that daemons of a SONiC switch write into CONFIG_DB (buffermgrd, flexcounter, db_migrator). A
/// difference to the saved file in these tables is not significant.
inline constexpr std::string_view sonic_tables_of_daemons[]{
    "BUFFER_PG", "BUFFER_PROFILE", "FLEX_COUNTER_TABLE", "VERSIONS", "bgpraw"};

}
