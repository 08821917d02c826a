// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "cli/command_line/command.h"

#include <span>

namespace rocelint::cli {

/// Each adds the commands of one kind with their options, in the order of the help. `version` prints
/// `commit`; the page of `check` shows `words`, the command line.
void add_check_commands(Command& program, std::span<const char* const> words);
void add_change_commands(Command& program);
void add_live_commands(Command& program);
void add_reference_commands(Command& program);
void add_tool_commands(Command& program, std::string_view commit);

/// Options that several commands share. `paths` is the help for the input paths; null: the command takes
/// none.
inline constexpr const char* default_paths = "Files or folders (default: .)";
void add_inputs(Command& command, workspace::InputOptions& to, const char* paths = nullptr);
void add_platform(Command& command, workspace::InputOptions& to);
void add_selection(Command& command, Selection& to);
void add_verdict(Command& command, CheckOptions& to); ///< options that decide when a check fails
void add_report_file(Command& command, std::string& to);
/// Adds the options for colors (unless null), progress (unless null) and threads, in a separate section.
void add_run_options(Command& command, ColourMode* colour, bool* quiet, std::size_t& jobs);
template <class Options>
void add_run(Command& command, Options& to)
{
    if constexpr (requires { to.colour; })
        add_run_options(command, &to.colour, &to.quiet, to.jobs);
    else if constexpr (requires { to.quiet; })
        add_run_options(command, nullptr, &to.quiet, to.jobs);
    else
        add_run_options(command, nullptr, nullptr, to.jobs);
}

[[nodiscard]] Meanings<FailOn> severities(); ///< of --fail-on
[[nodiscard]] std::string rule_codes();

/// Meanings of exit codes that several commands have.
inline constexpr ExitMeaning printed{ExitCode::good, "printed"};
inline constexpr ExitMeaning wrong_usage{ExitCode::usage, "wrong usage"};
inline constexpr ExitMeaning wrong_files{ExitCode::usage, "wrong usage or an invalid policy or topology"};
inline constexpr ExitMeaning not_read{
    ExitCode::unreadable, "an input could not be read, or no device was recognised"};
inline constexpr ExitMeaning file_failed{ExitCode::unreadable, "a file could not be read or written"};

/// Returns an error for a word that the command does not know, with the most similar known word.
[[nodiscard]] std::string unknown_word(const Command& program, const Command& command, std::string_view word);

/// Prints the completion script for "bash", "zsh" or "fish".
[[nodiscard]] ExitCode print_completion_script(const std::string& shell);
/// The completions at the cursor, which is at the end of the last of `words` (given without the program's
/// name). The first line is "none", "files" or "folders": the kind of paths that may also follow. Each
/// further line has a word, a tab and its meaning.
[[nodiscard]] std::string completion_candidates(const Command& program, std::span<const std::string> words);

/// The manual page of the program or of a command, in man(7) format.
[[nodiscard]] std::string man_page(const Command& command);
/// Writes the pages of the program and of all commands to a folder: rocelint.1, rocelint-check.1, …
[[nodiscard]] ExitCode write_man_pages(const Command& program, const std::string& folder);

}
