// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/sonic_shell.h"
#include "models/catalog/sonic_tables.h"

#include <string_view>

namespace rocelint::sonic {

// Programs for the device's python3, which is there on every SONiC: its command line is written in it.

inline constexpr const auto& tables_of_daemons = catalog::sonic_tables_of_daemons;

inline constexpr std::string_view compare_program = catalog::sonic_compare_program;

/// Asks the device's own updater whether its validators let a patch through, and the way back from an extended patch; both
/// stand on standard input with a line "--" between. Compares the running configuration with the saved file in the first
/// argument too, but for the tables that further arguments name.
[[nodiscard]] std::string_view updater_program();

/// Links and counters of the ports that are its arguments, or of all.
[[nodiscard]] std::string_view health_program();

}
