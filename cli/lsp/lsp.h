// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "rules/engine.h"

#include <cstddef>

namespace rocelint::cli {

/// `rocelint lsp`, as the command line asks for it.
struct LspOptions {
    Selection selection;
    std::size_t jobs = 0; ///< 0: all cores
    bool stdio = true; ///< what clients like to say; there is no other way
};

/// Serves one editor over standard input and output (Language Server Protocol 3.17) until it says `exit` or goes away. `usage` for codes that mean
/// no rule, neither a shipped one nor one of the policies around the working directory. `good` where it said
/// `shutdown` before, else `findings`, as the protocol wants it (1).
[[nodiscard]] ExitCode run_lsp(const LspOptions& options);

}
