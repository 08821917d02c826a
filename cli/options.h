// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/baseline.h"
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
#include "cli/command/show_config.h"
#include "cli/command/show_policy.h"
#include "cli/command/trace.h"
#include "cli/command/version.h"
#include "cli/lsp/lsp.h"

#include <string>
#include <variant>
#include <vector>

namespace rocelint::cli {

/// Help, version, or an error message about the command line.
struct Answer {
    std::string text;
    bool to_stderr = false;
    ExitCode code = ExitCode::good;
};

/// Options of `rocelint policy infer`.
struct InferOptions {
    workspace::InputOptions input;
};

/// Options of `rocelint man`, and the arguments of `rocelint help`.
struct ManOptions {
    std::vector<std::string> command; ///< "policy", "infer"; empty: the whole program
    std::string folder; ///< folder for the pages of all commands; empty: print one page
};

/// Options of `rocelint completion`.
struct CompletionOptions {
    /// A shell; or "candidates" and the words of a command line up to the cursor.
    std::vector<std::string> words;
};

/// One of the commands that reach devices.
struct LiveCommandLine {
    ExitCode (*run)(const LiveOptions& options) = nullptr;
    LiveOptions options;
};

/// The command to run, with its options.
using Command = std::variant<Answer,
    CheckOptions,
    ShowConfigOptions,
    RulesOptions,
    RulesTestOptions,
    ExplainOptions,
    FixOptions,
    HeadroomOptions,
    TraceOptions,
    RenderOptions,
    DebugOptions,
    InferOptions,
    ShowPolicyOptions,
    DiffOptions,
    LspOptions,
    VersionOptions,
    ManOptions,
    CompletionOptions,
    BaselineOptions,
    LiveCommandLine>;

/// Parses the command line. A misspelled command, option or value becomes an Answer that proposes the most
/// similar one.
[[nodiscard]] Command parse_command_line(int argc, const char* const* argv);

}
