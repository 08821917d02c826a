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
/// disconnects. Returns `usage` for a policy file that cannot be read, and for codes that match no rule,
/// neither a shipped one nor one of that policy or of those around the working directory; `good` if the client sent `shutdown` before; otherwise `findings`, since the
/// protocol requires exit code 1.
[[nodiscard]] ExitCode run_lsp(const LspOptions& options);

}
