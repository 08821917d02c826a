// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::cli {

/// The exit codes of the program. The numbers are part of the command-line contract.
enum class ExitCode : int {
    good = 0, ///< no finding at or above --fail-on
    findings = 1,
    usage = 2, ///< wrong usage, or an invalid policy or topology
    unreadable = 3, ///< an input could not be read, or no input is of a known platform
    device = 4, ///< a device refused, could not be reached, or was rolled back
    bug = 70, ///< an internal error
};

}
