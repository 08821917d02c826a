// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::cli {

/// What the shell gets. The numbers are part of the contract of the command line.
enum class ExitCode : int {
    good = 0, ///< nothing at or above --fail-on
    findings = 1,
    usage = 2, ///< wrong usage, or an invalid policy or topology
    unreadable = 3, ///< an input could not be read, or no input is of a known platform
    device = 4, ///< a device refused, could not be reached, or was rolled back
    bug = 70, ///< a fault of this program
};

}
