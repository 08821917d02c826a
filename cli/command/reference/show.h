// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/show/shown_fabric.h"
#include "cli/terminal/exit_code.h"
#include "workspace/input/inputs.h"

#include <cstdint>

namespace rocelint::cli {

/// Command-line options of `rocelint show files` and those like it.
struct ShowOptions {
    enum class Format : std::uint8_t { text, json };
    ShowSubject subject = ShowSubject::files;
    workspace::InputOptions input;
    Format format = Format::text;
};

/// Prints how the files were understood: what each was read as, and the devices, links or classes found in
/// them. Runs no rule.
[[nodiscard]] ExitCode run_show(const ShowOptions& options);

}
