// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "cli/command_line/command.h"

#include <span>

namespace rocelint::cli {

/// Each adds the commands of one kind with their options, in the order of the help. `version` prints
/// `commit`; the page of `check` shows `words`, the command line.
void add_file_commands(Command& program, std::span<const char* const> words);
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
void add_fail_on(Command& command, FailOn& to, const char* help);
/// Adds the options of running that `to` has members for: the file of the report, and in the section "Run"
/// colours, progress and threads.
template <class Options>
void add_run(Command& command, Options&& to)
{
    if constexpr (requires { to.output; }) {
        command.section("Output");
        // A report without a file goes to standard output anyway.
        command.value("-o,--output FILE", "Write the report to FILE")
            ->each([&file = to.output](const std::string& word) { file = word == "-" ? "" : word; });
    }
    command.section("Run");
    if constexpr (requires { to.colour; })
        command.choice("--color WHEN",
            to.colour,
            {{"auto", ColourMode::automatic}, {"always", ColourMode::always}, {"never", ColourMode::never}});
    if constexpr (requires { to.quiet; })
        command.add_flag(
            "-q,--quiet", to.quiet, "Print neither progress nor remarks, only results and failures");
    command.number("--jobs N", to.jobs, 0, 1024, "Threads (default: one per core)");
}
[[nodiscard]] std::string rule_codes();

/// Meanings of exit codes that several commands have.
inline constexpr ExitMeaning printed{ExitCode::good, "printed"};
inline constexpr ExitMeaning wrong_usage{ExitCode::usage, "wrong usage"};
inline constexpr ExitMeaning wrong_files{ExitCode::usage, "wrong usage or an invalid policy or topology"};
inline constexpr ExitMeaning not_read{
    ExitCode::unreadable, "an input could not be read, or no device was recognised"};
inline constexpr ExitMeaning rolled_back{
    ExitCode::device, "a device refused, could not be reached or was rolled back"};
inline constexpr ExitMeaning file_failed{ExitCode::unreadable, "a file could not be read or written"};

/// Returns an error for a word that the command does not know, with the most similar known word.
[[nodiscard]] std::string unknown_word(const Command& program, const Command& command, std::string_view word);

/// The completion script of each shell.
[[nodiscard]] Meanings<std::string_view> completion_scripts();
/// The completions at the cursor, which is at the end of the last of `words` (given without the program's
/// name). The first line is "none", "files" or "folders": the kind of paths that may also follow. Each
/// further line has a word, a tab and its meaning.
[[nodiscard]] std::string completion_candidates(const Command& program, std::span<const std::string> words);

/// The manual page of the program or of a command, in man(7) format.
[[nodiscard]] std::string man_page(const Command& command);
/// Writes the pages of the program and of all commands to a folder: rocelint.1, rocelint-check.1, …
[[nodiscard]] ExitCode write_man_pages(const Command& program, const std::string& folder);

}
