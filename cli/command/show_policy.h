// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/inputs.h"

#include <cstdint>
#include <string>

namespace rocelint::cli {

/// `rocelint policy show`, as the command line asks for it.
struct ShowPolicyOptions {
    enum class Format : std::uint8_t { text, json, yaml };
    workspace::InputOptions input;
    Format format = Format::text;
    std::string device; ///< as the policy holds for it; empty: for all
    bool changed = false; ///< only what is set somewhere
};

/// Prints every value of the policy in force and where it comes from.
[[nodiscard]] ExitCode run_show_policy(const ShowPolicyOptions& options);

}
