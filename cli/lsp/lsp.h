// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "rules/engine/engine.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// Command-line options of `rocelint lsp`.
struct LspOptions {
    Selection selection;
    std::string policy; ///< of all fabrics; empty: the nearest rocelint.yaml of each
    std::size_t jobs = 0; ///< 0: all cores
    bool stdio = true; ///< clients usually give this option; it is the only transport
};

/// Serves one editor over standard input and output (Language Server Protocol 3.17) until it sends `exit` or
/// disconnects. Returns `usage` if the policy file cannot be read, or if a code matches no rule: neither a shipped
/// one nor one of that policy or of the policies around the working directory. Otherwise returns `good` if the client
/// sent `shutdown` first, and `findings` if not, since the protocol then requires exit code 1.
[[nodiscard]] ExitCode run_lsp(const LspOptions& options);

}
