// SPDX-License-Identifier: Apache-2.0
// Arithmetic as in `$((DSCP << 2))`: POSIX.1-2017, Shell Command Language, 2.6.4, with the operators that addresses,
// sizes and marks are computed with.
#include "drivers/shell/shell_words.h"
#include "models/text/ascii.h"

#include <array>
#include <charconv>

namespace rocelint {
namespace {

using Number = std::optional<std::int64_t>;

// No result and no operand may be larger, so that nothing overflows.
constexpr std::int64_t largest = 1LL << 31;
constexpr int deepest_bracket = 16;

class Arithmetic {
public:
    Arithmetic(std::string_view text, const std::function<Number(std::string_view)>& value)
        : rest_(text), value_(value)
    {
    }

    Number whole()
    {
        const Number number = binary(0);
        skip_blanks();
        return rest_.empty() ? number : std::nullopt;
    }

private:
    void skip_blanks() { rest_ = ascii::trimmed(rest_, ascii::is_blank); }

    bool take(std::string_view sign)
    {
        skip_blanks();
        if (!rest_.starts_with(sign))
            return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    // Operators of equal rank are taken from left to right; higher ranks bind more tightly.
    Number binary(std::size_t rank)
    {
        constexpr std::array<std::array<std::string_view, 3>, 5> ranks{
            {{"|", "", ""}, {"&", "", ""}, {"<<", ">>", ""}, {"+", "-", ""}, {"*", "/", "%"}}};
        if (rank == ranks.size())
            return operand();
        Number left = binary(rank + 1);
        for (bool more = true; more && left;) {
            more = false;
            for (const std::string_view sign : ranks[rank]) {
                if (sign.empty() || more || !take(sign))
                    continue;
                more = true;
                const Number right = binary(rank + 1);
                left = right ? apply(sign, *left, *right) : std::nullopt;
                if (!left)
                    break;
            }
        }
        return left;
    }

    static Number apply(std::string_view sign, std::int64_t a, std::int64_t b)
    {
        constexpr std::int64_t most_shifted = 31;
        const bool shifts = sign == "<<" || sign == ">>";
        if ((shifts && (a < 0 || b < 0 || b > most_shifted)) || ((sign == "/" || sign == "%") && b == 0))
            return std::nullopt;
        const std::int64_t result = sign == "|" ? a | b
            : sign == "&"                       ? a & b
            : sign == "<<"                      ? a << b
            : sign == ">>"                      ? a >> b
            : sign == "+"                       ? a + b
            : sign == "-"                       ? a - b
            : sign == "*"                       ? a * b
            : sign == "/"                       ? a / b
                                                : a % b;
        return result > -largest && result < largest ? Number(result) : std::nullopt;
    }

    Number operand()
    {
        if (take("(")) {
            const Number inside = ++depth_ > deepest_bracket ? std::nullopt : binary(0);
            --depth_;
            return take(")") ? inside : std::nullopt;
        }
        (void)take("$");
        const bool braces = take("{");
        std::size_t length = 0;
        while (length < rest_.size() && (ascii::is_letter_or_digit(rest_[length]) || rest_[length] == '_'))
            ++length;
        const std::string_view word = rest_.substr(0, length);
        rest_.remove_prefix(length);
        if (word.empty() || (braces && !take("}")))
            return std::nullopt;
        if (!ascii::is_digit(word.front()) || braces)
            return bounded(value_(word));
        const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
        // A leading zero begins an octal number.
        if (!hexadecimal && word.size() > 1 && word.front() == '0')
            return std::nullopt;
        const std::string_view digits = word.substr(hexadecimal ? 2 : 0);
        std::int64_t number = 0;
        const char* end = digits.data() + digits.size();
        const bool read = std::from_chars(digits.data(), end, number, hexadecimal ? 16 : 10).ptr == end;
        return read && !digits.empty() ? bounded(number) : std::nullopt;
    }

    static Number bounded(Number number)
    {
        return number && *number > -largest && *number < largest ? number : std::nullopt;
    }

    std::string_view rest_;
    const std::function<Number(std::string_view)>& value_;
    int depth_ = 0;
};

}

Number shell_arithmetic(std::string_view text, const std::function<Number(std::string_view)>& value)
{
    return Arithmetic(text, value).whole();
}

}
