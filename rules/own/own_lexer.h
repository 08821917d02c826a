// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// A token of a jq expression.
struct OwnToken {
    enum class Kind : std::uint8_t { field, word, variable, string, number, format, mark };
    Kind kind = Kind::mark;
    std::string_view text; ///< for a field, a variable and a string: without their delimiters
    std::size_t at = 0;
    bool computed = false; ///< a string that contains expressions or escapes

    [[nodiscard]] bool is(std::string_view mark) const { return kind == Kind::mark && text == mark; }
};

using OwnTokens = std::vector<OwnToken>;

/// Splits a jq expression into tokens as jq's own lexer does; expressions inside strings become separate
/// token lists. The text must outlive the tokens.
class OwnLexer {
public:
    explicit OwnLexer(std::string_view text) : text_(text) { expression(0); }

    [[nodiscard]] const std::vector<OwnTokens>& expressions() const { return expressions_; }
    /// Whether strings are nested too deeply to analyze.
    [[nodiscard]] bool gave_up() const { return gave_up_; }
    /// Whether the expression closes a parenthesis that it does not open.
    [[nodiscard]] bool closes_too_much() const { return closes_too_much_; }

private:
    void expression(int depth);
    void plain(OwnTokens& tokens);
    OwnToken named(OwnToken::Kind kind, std::size_t before);
    OwnToken variable();
    OwnToken number();
    OwnToken mark();
    OwnToken string(int depth);

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<OwnTokens> expressions_;
    bool gave_up_ = false;
    bool closes_too_much_ = false;
};

/// Whether a jq word may contain the character.
[[nodiscard]] bool is_of_jq_word(char c);

}
