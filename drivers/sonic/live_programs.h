// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::sonic {

// Programs for the device's python3, which is there on every SONiC: its command line is written in it.

/// Tables that daemons of the switch write into CONFIG_DB by themselves (buffermgrd, flexcounter, db_migrator): that the
/// saved file differs in them says nothing.
inline constexpr std::string_view tables_of_daemons[]{
    "BUFFER_PG", "BUFFER_PROFILE", "FLEX_COUNTER_TABLE", "VERSIONS", "bgpraw"};

/// Whether the configuration on standard input equals that of the file in the first argument, but for what is volatile
/// and for the tables that further arguments name.
[[nodiscard]] std::string_view compare_program();

/// Asks the device's own updater whether its validators let a patch through, and the way back from an extended patch; both
/// stand on standard input with a line "--" between. Compares the running configuration with the saved file in the first
/// argument too, but for the tables that further arguments name.
[[nodiscard]] std::string_view updater_program();

/// Links and counters of the ports that are its arguments, or of all.
[[nodiscard]] std::string_view health_program();

}
