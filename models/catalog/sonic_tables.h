// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::catalog {

/// Tables that daemons of a SONiC switch write into CONFIG_DB by themselves (buffermgrd, flexcounter, db_migrator): that the
/// saved file differs in them says nothing.
inline constexpr std::string_view sonic_tables_of_daemons[]{
    "BUFFER_PG", "BUFFER_PROFILE", "FLEX_COUNTER_TABLE", "VERSIONS", "bgpraw"};

}
