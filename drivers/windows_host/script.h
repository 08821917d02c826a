// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/script_token.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::windows_host {

/// A value of a parameter. `is_open`: the script does not state it.
struct ScriptValue {
    std::string_view text{};
    bool is_open = false;
    std::uint32_t begin = 0; ///< in the file
};

/// A parameter of a command with its values.
struct Argument {
    std::string_view name; ///< without its dash; empty for values before the first parameter
    std::vector<ScriptValue> values;
};

/// One command of a script.
struct Statement {
    std::string_view cmdlet;
    std::vector<Argument> arguments{1};
    std::uint32_t begin = 0; ///< in the file
    std::uint32_t finish = 0;
    std::size_t line = 0; ///< in the file, from 1
    bool is_splatted = false; ///< parameters come from a table that is not followed
    /// "only under the condition of line 4": why it cannot be decided whether the command runs; else empty.
    std::string undecided{};

    [[nodiscard]] const Argument* find(std::string_view name) const;
    /// The only value of the parameter; nullopt if there are several, or if it is open.
    [[nodiscard]] std::optional<std::string_view> value(std::string_view name) const;
    /// The values of the parameter, or those that stand before any parameter.
    [[nodiscard]] const std::vector<ScriptValue>& values(std::string_view name) const;
};

/// Follows a script as far as it states what it does: lists of words, loops over them, and pipelines. Whether a command
/// below a condition, in a function or in a block for other hosts runs is not decided.
class Script {
public:
    using Take = std::function<void(const Statement&)>;
    using Knows = bool (*)(std::string_view cmdlet);

    /// `whole`: the file, which `run` gets parts of. `take` gets the commands that `knows` knows.
    Script(std::string_view whole, Knows knows, Take take)
        : whole_(whole), knows_(knows), take_(std::move(take))
    {
    }

    /// Follows the commands of a part of the file. Variables keep their values from one part to the next.
    void run(std::string_view part);

private:
    using Values = std::optional<std::vector<ScriptValue>>; ///< nullopt: not stated
    using Tokens = std::vector<ScriptToken>;

    enum class Block : std::uint8_t { runs, undecided, value };
    struct Frame {
        Block block = Block::runs;
        std::string why{};
        std::string bound{}; ///< a variable of this block
        Values before{}; ///< its value outside
        Tokens outer{}; ///< of a value: the statement that it is part of
    };

    void take_token(const ScriptToken& token, const ScriptToken* next);
    void open_block(const ScriptToken& token);
    void close_block(const ScriptToken& token);
    [[nodiscard]] Frame frame_of(const Tokens& header);
    [[nodiscard]] Frame loop_over(std::string_view variable, Values list, const ScriptToken& at);
    [[nodiscard]] Values list_of_loop(const Tokens& header) const;
    [[nodiscard]] Values piped_values(std::size_t begin, std::size_t end) const;
    void finish();
    bool take_assignment();
    void take_command(std::size_t begin, std::size_t end);
    void add_argument_values(std::vector<ScriptValue>& into, const Tokens& tokens, std::size_t& at) const;
    [[nodiscard]] Values values_between(const Tokens& tokens, std::size_t begin, std::size_t end) const;
    [[nodiscard]] std::string undecided() const;
    [[nodiscard]] std::size_t line_of(const ScriptToken& token);

    std::string_view whole_;
    Knows knows_;
    Take take_;
    std::uint32_t shift_ = 0; ///< where the part begins
    Tokens current_;
    std::vector<Frame> frames_;
    std::size_t counted_to_ = 0; ///< where `line_` is the line of
    std::size_t line_ = 1;
    std::size_t beyond_ = 0; ///< open blocks below the deepest frame, which are not followed
    std::map<std::string, Values> variables_; ///< by name in lower case
};

}
