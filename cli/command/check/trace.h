// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "models/text/objection.h"
#include "workspace/input/inputs.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// Options of `rocelint trace SRC DST PATH…` and `rocelint trace --all-pairs PATH…`.
struct TraceOptions {
    enum class Format : std::uint8_t { text, json };
    workspace::InputOptions input;
    bool all_pairs = false;
    std::string from; ///< "host", "host:port" or "switch:port"
    std::string to;
    std::vector<std::string> failed; ///< assumed to be broken: "switch:port" for its link, or "switch"
    std::string class_name; ///< empty: every RDMA class that both ends use
    Format format = Format::text;
    std::string output; ///< file for the report; empty: standard output
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
    ColourMode colour = ColourMode::automatic;
};

/// Takes the two ends from the words before the paths. Objects if they are missing.
[[nodiscard]] Objection complete(TraceOptions& options);

/// Walks RDMA packets and their CNPs over all equal-cost paths. The exit code is `findings` if a path is
/// broken, and `good` if all are proven or unproven.
[[nodiscard]] ExitCode run_trace(const TraceOptions& options);

}
