// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/arena.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint {

/// A word of a command, as it is written and as the shell expands it.
struct ShellWord {
    std::string_view written; ///< a view into the file, including quotes
    std::string_view text; ///< what the command sees
    /// False: the value is known only when the script runs.
    bool known = true;
    /// False: one of several words that `written` expands to.
    bool whole = true;
    /// For `$(ls /sys/class/net/IF/device/infiniband)`, which prints the RDMA device of IF: IF. Else empty.
    std::string_view rdma_of;
    /// It holds the default of a `${NAME:-default}`: see ShellDialect::takes_defaults.
    bool assumed = false;
    /// Of `NAME=value` alone: the value as the command sees it, and whether that is known.
    std::string_view value{};
    bool value_known = false;
};

/// A here-document: what a command reads from the lines after it.
struct ShellDocument {
    std::string_view text; ///< a view into the file; null if there is none
    /// False: the shell expands dollars, backticks and backslashes in it, because the word after `<<` has no quotes.
    bool literal = false;
};

/// One command that a script runs; one entry for each iteration of the loops around it.
struct ShellCommand {
    std::vector<ShellWord> words;
    /// The file that its output is redirected to; `written` is empty if there is none.
    ShellWord target;
    ShellDocument document;
    std::uint32_t begin = 0; ///< [begin, end) in the file
    std::uint32_t end = 0;
    /// Where a new line may follow the command: after its line, or after the loops around it.
    std::uint32_t after = 0;
    /// False: in a branch, in a function that is not called or after `||`, so that it may not run.
    bool certain = true;
    bool pipes = false; ///< its output goes to the next command
    /// Not 0: it is in a branch, and runs if the other commands with this number do.
    std::uint32_t branch = 0;
};

/// An RDMA device of the host that runs a script.
struct ShellRdmaDevice {
    std::string_view name;
    std::string_view interface; ///< empty if it is not known
};

/// A variable that is set before a script begins.
struct ShellVariable {
    std::string_view name;
    std::string_view value;
};

/// How a command line in a unit or in a udev rule differs from one in a script.
struct ShellDialect {
    /// "$$" is a dollar, and "%" begins a specifier that only systemd can expand.
    bool systemd = false;
    bool udev = false; ///< "%k", "$name" and "$kernel" are `interface`
    bool ifupdown = false; ///< "$IFACE" is `interface`
    /// `${NAME:-default}` is the default where the script does not set NAME, and marked as assumed, since
    /// whatever starts the script may have set it.
    bool takes_defaults = false;
    /// A command whose words depend on the branches that ran before it is shown once for each of them, none certain.
    bool follows_choices = false;
    /// The script is a template: `{% if … %}` and the like are branches and loops around its lines.
    bool jinja = false;
    std::string_view interface;
    /// All RDMA devices of the host, as `ls /sys/class/infiniband` prints them; empty if they are not known.
    std::span<const ShellRdmaDevice> rdma_devices{};
    std::span<const ShellVariable> variables{};
};

/// A mark of a template that stands for text that is not there: `{% include 'setup.sh' %}`.
struct ShellInclusion {
    std::uint32_t begin = 0; ///< [begin, end) in the file
    std::uint32_t end = 0;
};

/// All commands of a script, in the order in which they run.
struct ShellScript {
    std::vector<ShellCommand> commands;
    /// How many of the first commands are of functions that nothing calls.
    std::size_t uncalled = 0;
    /// The start of the line after which nothing runs (`exit`).
    std::uint32_t stops_at = 0xffffffffU;
    /// Where parsing stopped: at an unclosed quote or a stray `done`.
    std::uint32_t broken_at = 0xffffffffU;
    bool too_long = false; ///< its loops run more iterations than we follow
    std::vector<ShellInclusion> inclusions{};
};

/// Follows a script without running it: variables, functions with their arguments, `for` loops over literal words
/// and over the RDMA devices of the dialect. Anything known only at run time is unknown, never guessed. `part` is a
/// view into `file`; new text is kept in `arena`.
[[nodiscard]] ShellScript follow_shell(
    std::string_view file, std::string_view part, const ShellDialect& dialect, Arena& arena);

// Parts of follow_shell().

enum class ShellTokenKind : std::uint8_t {
    word,
    end_of_line, ///< with the here-documents that follow the line
    semicolon,
    and_then,
    or_else,
    pipe,
    open,
    close,
    redirect_output,
    redirect_other,
    statement, ///< of Jinja, in a template
};
struct ShellToken {
    ShellTokenKind kind = ShellTokenKind::word;
    std::uint32_t offset = 0; ///< in the text
    std::uint32_t length = 0;
};
/// Where a here-document is.
struct ShellDocumentPlace {
    std::size_t word = 0; ///< index of the token after `<<`
    std::uint32_t begin = 0;
    std::uint32_t end = 0; ///< of its last line
    bool literal = false;
};
struct ShellTokens {
    std::vector<ShellToken> tokens;
    std::vector<ShellDocumentPlace> documents;
    std::uint32_t broken_at = 0xffffffffU;
};
/// Splits a script into words and operators. Skips comments, and finds here-documents. `jinja`: it is a template, whose
/// comments are skipped, and whose expressions are parts of words.
[[nodiscard]] ShellTokens shell_tokens(std::string_view text, bool jinja = false);

}
