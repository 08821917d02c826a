// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/sonic_shell.h"
#include "models/catalog/sonic_tables.h"

#include <string_view>

namespace rocelint::sonic {

// Programs for the device's python3, which every SONiC has: its command line is written in it.

inline constexpr const auto& tables_of_daemons = catalog::sonic_tables_of_daemons;

inline constexpr std::string_view compare_program = catalog::sonic_compare_program;

/// Asks the device's own updater whether its validators accept a patch, and the rollback of the extended
/// patch; both are on standard input, separated by a line "--". Also compares the running configuration with
/// the saved file in the first argument, except for the tables named by further arguments.
[[nodiscard]] std::string_view updater_program();

/// Prints links and counters of the ports given as arguments, or of all ports.
[[nodiscard]] std::string_view health_program();

}
