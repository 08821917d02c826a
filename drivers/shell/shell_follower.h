// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell_words.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace rocelint {

/// How many commands are followed, counting every iteration of a loop.
inline constexpr std::size_t most_shell_commands = 4096;
/// How many functions a script may define.
inline constexpr std::size_t most_shell_functions = 1024;
/// How deep loops and branches may nest.
inline constexpr std::size_t most_shell_blocks = 64;

/// The values of the variables that one branch sets.
using ShellOutcome = std::map<std::string_view, ShellValue>;

/// An open block of a script: a loop, a branch and so on.
struct ShellBlock {
    enum class Type : std::uint8_t { loop, branch, choice, group, function, call };
    Type type = Type::branch;
    std::string_view variable;
    std::vector<ShellWord> values;
    std::size_t turn = 0;
    std::size_t body = 0; // token index
    std::size_t first_command = 0;
    bool doubtful = false; // runs only sometimes: it follows `||`, or a test and `&&`
    bool subshell = false;
    bool in_condition = false; // between `if` or `while` and its `then` or `do`
    bool holds = false; // the condition only asks whether a tool is installed, and is taken as true
    bool loops = false; // if it has no `values`, the number of rounds is unknown
    bool chooses = false; // one of its branches runs, and no other
    bool has_else = false; // one of its branches always runs
    bool leaves = false; // the current branch ends the script
    std::uint32_t branch = 0; // the number of the current branch, see ShellCommand::branch
    std::string_view
        jinja{}; // the statement of a template that opens it, `if`; empty for a block of the shell
    bool falls_through = false; // a branch falls through to the next one
    std::map<std::string_view, std::optional<ShellValue>> before; // variables that a branch sets
    std::vector<ShellOutcome> outcomes; // of the branches before the current one

    /// Whether what is in it always runs where the block does.
    [[nodiscard]] bool always_runs() const
    {
        return !doubtful
            && (type == Type::loop || type == Type::group || type == Type::call || in_condition || holds);
    }
};

/// A function of a script, by token indexes.
struct ShellFunction {
    std::string_view name;
    std::size_t body = 0;
    std::size_t end = 0; // its "}"
    bool called = false;
};

/// The state that a call of a function changes until it returns.
struct ShellCall {
    const ShellFunction* function = nullptr;
    std::size_t depth = 0; // the blocks around the call
    std::size_t return_to = 0;
    std::size_t token = 0; // that ends the command
    std::uint32_t begin = 0; // of the command in the file
    bool behind_doubt = false; // what follows the call
    ShellArguments arguments; // of the caller
    std::vector<std::pair<std::string_view, std::optional<ShellValue>>> hidden; // variables of the caller
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
    // Takes the here-document that the word at this token index names.
    void take_document(std::size_t word);
    void add_word(const ShellToken& token);
    // Returns whether the command calls a function, which is followed next.
    bool end_command(ShellTokenKind kind);
    [[nodiscard]] bool certain() const;
    // Whether what the innermost call runs is certain, if the call is.
    [[nodiscard]] bool certain_in_call() const;
    void flush();
    void give_up();
    // Gives up after too many words.
    void count_words(std::size_t number);
    [[nodiscard]] std::uint32_t line_begin(std::uint32_t offset) const;
    // Records assignments that persist: those without a following
    // command, and the operands of `export` and the like.
    void assign(const ShellCommand& command);
    // Sets a variable, or forgets it if it is not certain that the assignment runs where the branch at hand does.
    void assign_one(std::string_view name, const ShellValue& value, bool certain);
    // The value of `NAME+=…`.
    [[nodiscard]] ShellValue sum(std::string_view name, const ShellValue& added, bool is_array);
    // The innermost branch that records which variables it changes, or null.
    [[nodiscard]] ShellBlock* recorder();
    // Whether what is at hand runs wherever the branch of `recorder` does.
    [[nodiscard]] bool runs_with(const ShellBlock* recorder) const;
    // Whether a surrounding loop runs an unknown number of times.
    [[nodiscard]] bool repeats() const;
    // `else`, `elif` or the next pattern of `case`: what the branch before has changed is undone.
    void end_branch(ShellBlock& block);
    // `fi` or `esac`: variables keep what all branches leave in them.
    void settle(ShellBlock& block);
    void begin_pattern(ShellBlock& block);
    [[nodiscard]] std::uint32_t choice_of(const ShellCommand& command) const;
    // Adds the command once for each outcome of the branches that it depends on; false if it depends on none.
    bool add_for_outcomes(const ShellCommand& command);
    void expand_word(std::string_view written, std::vector<ShellWord>& out) const;
    // The words of an array; unknown unless all of them are known.
    [[nodiscard]] ShellValue list(std::string_view text) const;
    // Consumes the first word of a command if it is a keyword of the shell. Returns whether it is.
    bool take_keyword(std::string_view word);
    bool push(ShellBlock block);
    bool open(std::string_view word);
    bool open_function(std::string_view name);
    [[nodiscard]] std::size_t end_of_function(std::size_t body) const;
    [[nodiscard]] bool begins_command(std::size_t index) const;
    // The function that the command calls, or null.
    [[nodiscard]] ShellFunction* called_by(const ShellCommand& command);
    void enter(ShellFunction& function, ShellCall call);
    void leave_call();
    // Keeps the caller's variable of the same name.
    void hide(std::string_view variable);
    void change_arguments(const ShellCommand& command);
    void follow_uncalled();
    bool take_for(bool is_for);
    // Statements of Jinja, `{% if … %}`.
    void meet_jinja(const ShellToken& token);
    void take_jinja(const ShellToken& token);
    void take_waiting_jinja();
    [[nodiscard]] static bool is_jinja_comment(std::string_view expression);
    void add_inclusion(const ShellToken& token);
    bool close(std::string_view word);
    std::string_view file_;
    std::string_view part_;
    ShellDialect dialect_;
    Arena& arena_;
    ShellWords words_;
    std::vector<ShellToken> tokens_;
    std::vector<ShellDocumentPlace> documents_; // by token
    std::vector<std::uint32_t> line_ends_; // by token: the offset after its line
    std::vector<ShellBlock> blocks_;
    std::deque<ShellFunction> functions_;
    std::vector<ShellCall> calls_;
    ShellFunction* next_call_ = nullptr; ///< of the command that just ended
    std::vector<ShellWord> next_arguments_;
    std::size_t end_ = 0; ///< tokens from here on are not followed
    ShellCommand command_;
    std::vector<std::string_view> written_; ///< the words of the command, as they are written
    std::vector<ShellToken> waiting_; ///< statements of a template within the command
    std::vector<std::vector<ShellOutcome>> choices_;
    std::uint32_t branches_ = 0; ///< how many branches are numbered
    std::size_t added_text_ = 0; ///< by `+=`
    std::size_t added_commands_ = 0; ///< by add_for_outcomes()
    ShellScript script_;
    std::size_t at_ = 0;
    std::size_t turns_ = 0;
    std::size_t word_count_ = 0;
    bool in_command_ = false;
    bool behind_doubt_ = false;
    bool negated_ = false; ///< after `!`
    bool stopped_ = false;
    bool returns_ = false; ///< the command that just ended was `return`
};

}
