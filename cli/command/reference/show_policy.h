// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/input/inputs.h"

#include <cstdint>
#include <string>

namespace rocelint::cli {

/// Command-line options of `rocelint policy show`.
struct ShowPolicyOptions {
    enum class Format : std::uint8_t { text, json, yaml };
    workspace::InputOptions input;
    Format format = Format::text;
    std::string device; ///< show the policy as it applies to this device; empty: to all
    bool changed = false; ///< only values that a policy sets
};

/// Prints every value of the policy in force and where it comes from.
[[nodiscard]] ExitCode run_show_policy(const ShowPolicyOptions& options);

}
