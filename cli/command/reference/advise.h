// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/advice/answers.h"
#include "workspace/input/inputs.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// Command-line options of `rocelint advise`.
struct AdviseOptions {
    enum class Format : std::uint8_t { text, json };
    std::string fabric; ///< an intent, or a folder to check; may be empty
    workspace::InputOptions input; ///< of a folder
    std::string answers; ///< file of answers; may be empty
    /// Answers given as options, which win over those of the file.
    std::vector<std::function<void(advice::Answers&)>> stated;
    Format format = Format::text;
};

/// Prints which rules of thumb for the choice of a fabric apply to the answers, what a slower fabric, a lost
/// spine, an oversubscription and stated findings cost in GPU-hours, and which answers are missing.
[[nodiscard]] ExitCode run_advise(const AdviseOptions& options);

}
