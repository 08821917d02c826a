// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::windows_host {

enum class TokenKind : std::uint8_t {
    word,
    quoted,
    variable, ///< `$nic`, `${nic}`, `"$nic"`, `$nic.Name`: the text is the variable's name
    parameter, ///< `-Name`: the text has no dash
    splat, ///< `@settings`
    opens_block, ///< `{`
    opens_value, ///< `@{`
    closes_block,
    opens_group, ///< `(`, `@(`, `$(`
    closes_group,
    comma,
    pipe,
    end, ///< of a statement
};

/// One token of a script. `is_open` says that its value depends on something that the script does not state.
struct ScriptToken {
    TokenKind kind = TokenKind::end;
    std::string_view text{};
    bool is_open = false;
    std::uint32_t begin = 0; ///< in the text
    std::uint32_t finish = 0;
};

/// The tokens of PowerShell text, without comments; the last one ends the last statement. Dashes and quotation marks of
/// word processors count, as for PowerShell.
[[nodiscard]] std::vector<ScriptToken> script_tokens(std::string_view text);

/// The index of the token that closes the group which opens at index `at`; the number of tokens if none does.
[[nodiscard]] std::size_t end_of_group(const std::vector<ScriptToken>& tokens, std::size_t at);

/// Where a block comment that begins at `at` ends: behind its mark, or at the end of the text.
[[nodiscard]] std::size_t end_of_block_comment(std::string_view text, std::size_t at);

}
