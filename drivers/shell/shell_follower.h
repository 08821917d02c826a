// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell_words.h"

#include <string>

namespace rocelint {

/// How many commands are followed, counting every iteration of a loop.
inline constexpr std::size_t most_shell_commands = 4096;
/// How many words of commands and loops are followed.
inline constexpr std::size_t most_shell_words = 200000;
/// How deep loops and branches may nest.
inline constexpr std::size_t most_shell_blocks = 64;

/// An open block of a script: a loop, a branch and so on.
struct ShellBlock {
    enum class Type : std::uint8_t { loop, branch, choice, group, function };
    Type type = Type::branch;
    std::string_view variable;
    std::vector<ShellWord> values;
    std::size_t turn = 0;
    std::size_t body = 0; // token index
    std::size_t first_command = 0;
    bool doubtful = false; // after `||` or a test
    bool subshell = false;
};

/// The state of follow_shell() while it goes through a script.
class ShellFollower {
public:
    ShellFollower(std::string_view file, std::string_view part, const ShellDialect& dialect, Arena& arena)
        : file_(file), dialect_(dialect), arena_(arena), words_(dialect, arena)
    {
        for (const ShellVariable& variable : dialect.variables)
            words_.set(variable.name, {variable.value, true, {}});
        load(part);
    }
    ShellScript run();

private:
    void load(std::string_view part);
    [[nodiscard]] std::uint32_t place(std::uint32_t offset) const;
    [[nodiscard]] std::string_view text_of(const ShellToken& token) const;
    [[nodiscard]] bool is_word(std::size_t index, std::string_view text) const;
    [[nodiscard]] bool is_kind(std::size_t index, ShellTokenKind kind) const;
    void step();
    // Handles the end of a subshell, or of a `case` pattern.
    void take_close();
    [[nodiscard]] ShellWord single(std::string_view written) const;
    void start_command(const ShellToken& token);
    void add_word(const ShellToken& token);
    void end_command(ShellTokenKind kind);
    [[nodiscard]] bool certain() const;
    void flush();
    void give_up();
    // Gives up after too many words.
    void count_words(std::size_t number);
    [[nodiscard]] std::uint32_t line_begin(std::uint32_t offset) const;
    // Records assignments that persist: those without a following
    // command, and the operands of `export` and the like.
    void assign(const ShellCommand& command);
    // The words of an array; unknown unless all of them are known.
    [[nodiscard]] ShellValue list(std::string_view text) const;
    // Consumes the first word of a command if it is a keyword of the shell. Returns whether it is.
    bool take_keyword(std::string_view word);
    bool push(ShellBlock block);
    bool open(std::string_view word);
    bool open_function();
    bool take_for(bool is_for);
    bool close(std::string_view word);
    std::string_view file_;
    std::string_view part_;
    ShellDialect dialect_;
    Arena& arena_;
    ShellWords words_;
    std::vector<ShellToken> tokens_;
    std::vector<std::uint32_t> line_ends_; // by token: the offset after its line
    std::vector<ShellBlock> blocks_;
    ShellCommand command_;
    ShellScript script_;
    std::size_t at_ = 0;
    std::size_t turns_ = 0;
    std::size_t word_count_ = 0;
    bool in_command_ = false;
    bool behind_doubt_ = false;
    bool stopped_ = false;
};

}
