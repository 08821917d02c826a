// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/input/inputs.h"

#include <cstdint>

namespace rocelint::cli {

/// Options of `rocelint debug tree|model|coverage`.
struct DebugOptions {
    enum class What : std::uint8_t { tree, model, coverage };
    enum class Format : std::uint8_t { text, json };
    What what = What::tree;
    /// Tree and coverage take a single file.
    workspace::InputOptions input;
    Format format = Format::text; ///< only for the model
};

/// Prints what the program understood of its input: the syntax tree, the model with its evidence, or every
/// line with its coverage state. Secrets are left out.
[[nodiscard]] ExitCode run_debug(const DebugOptions& options);

}
