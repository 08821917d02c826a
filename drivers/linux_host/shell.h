// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/arena.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// A word of a command, as it is written and as the shell takes it.
struct ShellWord {
    std::string_view written; ///< lies in the file, quotes included
    std::string_view text; ///< what the command sees
    bool known = true; ///< false: only a running shell could tell what it is
    bool whole = true; ///< false: one of several words that `written` stands for
    /// Of `$(ls /sys/class/net/IF/device/infiniband)`, which prints the RDMA device of IF: IF. Else empty.
    std::string_view rdma_of;
};

/// One command that a script runs, once for each turn of the loops around it.
struct ShellCommand {
    std::vector<ShellWord> words;
    ShellWord target; ///< the file that its output is written to; `written` is empty for none
    std::uint32_t begin = 0; ///< [begin, end) in the file
    std::uint32_t end = 0;
    /// Where a line of its own may follow it: behind its line, or behind the loops around it.
    std::uint32_t after = 0;
    bool certain
        = true; ///< false: in a branch, a function or behind `||`, so that nobody knows whether it runs
    bool pipes = false; ///< its output goes to the next command
};

/// What differs between a script and a command line in a unit or a rule of udev.
struct ShellDialect {
    bool systemd = false; ///< "$$" is a dollar, and "%" begins something that only systemd knows
    bool udev = false; ///< "%k", "$name" and "$kernel" are `interface`
    bool ifupdown = false; ///< "$IFACE" is `interface`
    std::string_view interface;
};

/// All commands of a script, in the order in which they run.
struct ShellScript {
    std::vector<ShellCommand> commands;
    std::uint32_t stops_at = 0xffffffffU; ///< where the line begins behind which nothing runs (`exit`)
    std::uint32_t broken_at
        = 0xffffffffU; ///< where reading ended: at a quote that is not closed, a stray `done`
    bool too_long = false; ///< its loops run more often than is followed
};

/// Follows a script without running it: literal variables, literal `for` loops, `sh -c '…'`. What only a running shell
/// can tell is unknown, never guessed. `part` lies in `file`; made-up text is kept in `arena`.
[[nodiscard]] ShellScript follow_shell(
    std::string_view file, std::string_view part, const ShellDialect& dialect, Arena& arena);

// What follow_shell() is made of.

enum class ShellTokenKind : std::uint8_t {
    word,
    end_of_line,
    semicolon,
    and_then,
    or_else,
    pipe,
    open,
    close,
    redirect_output,
    redirect_other,
};
struct ShellToken {
    ShellTokenKind kind = ShellTokenKind::word;
    std::uint32_t offset = 0; ///< in the text
    std::uint32_t length = 0;
};
struct ShellTokens {
    std::vector<ShellToken> tokens;
    std::uint32_t broken_at = 0xffffffffU;
};
/// Cuts a script into words and operators. Comments and here-documents are left out.
[[nodiscard]] ShellTokens shell_tokens(std::string_view text);

}
