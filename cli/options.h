// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check.h"
#include "cli/command/debug.h"
#include "cli/command/diff.h"
#include "cli/command/explain.h"
#include "cli/command/fix.h"
#include "cli/command/headroom.h"
#include "cli/command/live_options.h"
#include "cli/command/render.h"
#include "cli/command/rules.h"
#include "cli/command/rules_test.h"
#include "cli/command/trace.h"

#include <string>
#include <variant>

namespace rocelint::cli {

/// Help, version, or a complaint about the command line.
struct Answer {
    std::string text;
    bool to_stderr = false;
    ExitCode code = ExitCode::good;
};

/// `rocelint policy infer`.
struct InferOptions {
    workspace::InputOptions input;
};

/// One of the commands that reach devices.
struct LiveCommandLine {
    ExitCode (*run)(const LiveOptions& options) = nullptr;
    LiveOptions options;
};

/// What the command line asks for.
using Command = std::variant<Answer,
    CheckOptions,
    RulesOptions,
    RulesTestOptions,
    ExplainOptions,
    FixOptions,
    HeadroomOptions,
    TraceOptions,
    RenderOptions,
    DebugOptions,
    InferOptions,
    DiffOptions,
    LiveCommandLine>;

/// Reads the command line. A misspelt command, option or value becomes an Answer that proposes the nearest.
[[nodiscard]] Command parse_command_line(int argc, const char* const* argv);

}
