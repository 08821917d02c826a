// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// One file that a transaction writes.
struct NewFile {
    std::string path; ///< not a symbolic link
    std::string old_sum; ///< SHA-256 of the existing file; "-": there is none
    std::string new_sum; ///< "-": the file is deleted
    std::string text;
    bool is_options = false; ///< it is opensm's option file
};

/// The files to write, and how opensm is made to read them.
struct Writing {
    std::vector<NewFile> files;
    bool restart = false;
};

// Each returns a script for a root shell.

/// Prints the running processes, their services and files for read_host_state(). Changes nothing.
[[nodiscard]] std::string read_script();
/// Refuses with a reason if a rollback cannot be armed on this host.
[[nodiscard]] std::string ready_script(const Transaction& transaction);
/// Stores the new files next to the old ones, and prints how opensm understands the old and the new ones,
/// each after a line `\001`.
[[nodiscard]] std::string stage_script(const Transaction& transaction, const Writing& writing);
/// Refuses if the files in place are not those of the transaction.
[[nodiscard]] std::string persist_script(const Transaction& transaction);

}
