// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// How long the text of one variable may become by expansion.
inline constexpr std::size_t most_shell_text = 65536;

/// The value of a variable, as far as the script's text determines it.
struct ShellValue {
    std::string_view text;
    bool known = false;
    std::string_view rdma_of; ///< see ShellWord
    bool assumed = false; ///< see ShellWord
    std::uint32_t choice
        = 0; ///< of an unknown value: the branches that left it with several, as ShellFollower counts
};

/// How many words of commands and loops are followed.
inline constexpr std::size_t most_shell_words = 200000;

/// The values of `$1`, `$2` and so on.
struct ShellArguments {
    std::vector<ShellWord> words;
    bool known = false; ///< false outside of functions: what starts the script passes them
};

/// Expands words as the shell does.
class ShellWords {
public:
    ShellWords(const ShellDialect& dialect, Arena& arena) : dialect_(dialect), arena_(arena) { }

    void set(std::string_view name, const ShellValue& value);
    void forget(std::string_view name) { set(name, {}); }
    /// The variable's value; none if the script has not set it.
    [[nodiscard]] std::optional<ShellValue> find(std::string_view name) const;
    /// As if the script had never set it.
    void erase(std::string_view name) { variables_.erase(name); }
    [[nodiscard]] ShellArguments& arguments() { return arguments_; }
    /// Appends the words that `written` expands to: one, or those of a list in a variable.
    void expand(std::string_view written, std::vector<ShellWord>& out) const;
    /// Expands to a single word, as in an assignment.
    [[nodiscard]] ShellValue value_of(std::string_view written) const;

private:
    [[nodiscard]] ShellValue look_up(std::string_view name) const;
    [[nodiscard]] bool is_list(std::string_view written, ShellValue& value) const;
    [[nodiscard]] std::string_view rdma_device_of(std::string_view written) const;
    void push_words(
        std::string_view written, std::string_view list, bool assumed, std::vector<ShellWord>& out) const;
    bool expand_arguments(std::string_view written, std::vector<ShellWord>& out) const;
    // `/sys/class/infiniband/mlx5_*`: one word for each device.
    bool expand_devices(std::string_view written, std::string_view path, std::vector<ShellWord>& out) const;
    // The output of `$(…)`, with blanks between its lines; none if only a running shell knows.
    [[nodiscard]] std::optional<std::string> printed_by(std::string_view commands) const;
    bool take_substitution(std::string_view text, std::size_t& at, std::string& out) const;
    bool take_trimmed(std::string_view text, std::size_t& at, std::string& out, bool& assumed) const;
    bool take_dollar(std::string_view text,
        std::size_t& at,
        bool quoted,
        std::string& out,
        bool& assumed,
        int depth) const;
    bool take_default(
        std::string_view text, std::size_t& at, std::string& out, bool& assumed, int depth) const;
    bool take_percent(std::string_view text, std::size_t& at, std::string& out) const;
    // `depth` counts the defaults around the text.
    bool build(std::string_view text, std::string& out, bool& assumed, int depth) const;

    const ShellDialect& dialect_;
    Arena& arena_;
    std::unordered_map<std::string_view, ShellValue> variables_;
    ShellArguments arguments_;
    mutable int substitutions_ = 0; ///< how deep command substitutions are nested
    mutable std::size_t kept_ = 0; ///< how much expanded text the arena holds
};

/// The value of an arithmetic expression such as "DSCP * 4", where `value` gives those of variables; none if it is
/// not known.
[[nodiscard]] std::optional<std::int64_t> shell_arithmetic(
    std::string_view text, const std::function<std::optional<std::int64_t>(std::string_view)>& value);

/// The parts of a path between its slashes.
[[nodiscard]] std::vector<std::string_view> shell_path_parts(std::string_view path);
/// The text without double quotes around it.
[[nodiscard]] std::string_view shell_unquoted(std::string_view text);
/// The name in "NAME=value" or "NAME+=value", or empty if the word is not an assignment.
[[nodiscard]] std::string_view assigned_name(std::string_view word);

}
