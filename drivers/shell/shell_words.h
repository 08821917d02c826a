// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"

#include <optional>
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
};

/// Expands words as the shell does.
class ShellWords {
public:
    ShellWords(const ShellDialect& dialect, Arena& arena) : dialect_(dialect), arena_(arena) { }

    void set(std::string_view name, const ShellValue& value);
    void forget(std::string_view name) { set(name, {}); }
    /// Appends the words that `written` expands to: one, or those of a list in a variable.
    void expand(std::string_view written, std::vector<ShellWord>& out) const;
    /// Expands to a single word, as in an assignment.
    [[nodiscard]] ShellValue value_of(std::string_view written) const;

private:
    [[nodiscard]] ShellValue look_up(std::string_view name) const;
    [[nodiscard]] bool is_list(std::string_view written, ShellValue& value) const;
    [[nodiscard]] std::string_view rdma_device_of(std::string_view written) const;
    // The words that a command about RDMA devices prints, or that a pattern of their paths matches.
    [[nodiscard]] std::optional<std::string_view> listed(std::string_view written) const;
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
    mutable std::size_t kept_ = 0; ///< how much expanded text the arena holds
};

/// The name in "NAME=value" or "NAME+=value", or empty if the word is not an assignment.
[[nodiscard]] std::string_view assigned_name(std::string_view word);

}
