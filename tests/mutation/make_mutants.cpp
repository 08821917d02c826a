// SPDX-License-Identifier: Apache-2.0
// Tokens are broken as text, independently of the readers under test, so that a bug in a reader cannot hide itself.
#include "tests/mutation/line_parts.h"
#include "tests/mutation/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace rocelint::testing {
namespace {

constexpr std::array opposites{std::pair("enabled", "disabled"),
    std::pair("enable", "disable"),
    std::pair("on", "off"),
    std::pair("up", "down"),
    std::pair("true", "false"),
    std::pair("yes", "no")};

constexpr std::array units{std::pair("mbytes", "kbytes"),
    std::pair("kbytes", "bytes"),
    std::pair("bytes", "kbytes"),
    std::pair("ms", "s"),
    std::pair("m", "km"),
    std::pair("k", "m"),
    std::pair("G", "M"),
    std::pair("g", "m")};

class Maker {
public:
    Maker(std::string_view text, const std::vector<CoverageState>& states) : text_(text), states_(states)
    {
        for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1)
            begins_.push_back(static_cast<std::uint32_t>(at));
        is_json_ = text.starts_with("{");
    }

    std::vector<Mutant> make()
    {
        for (line_ = 0; line_ < begins_.size(); ++line_) {
            const std::string_view line = line_text(line_);
            if (line_ >= states_.size() || states_[line_] != CoverageState::read
                || line.find_first_not_of(" \t") == std::string_view::npos)
                continue;
            find_stanza(line);
            whole_line(line);
            tokens(line);
            if (is_json_)
                json_rows(line);
        }
        return std::move(made_);
    }

private:
    [[nodiscard]] std::string_view line_text(std::size_t line) const
    {
        const std::size_t begin = begins_[line];
        return text_.substr(begin, std::min(text_.find('\n', begin), text_.size()) - begin);
    }
    // The enclosing lines above, each indented less than the one below it.
    void find_stanza(std::string_view line)
    {
        stanza_.clear();
        path_.clear();
        std::size_t depth = indent_of(line);
        for (std::size_t above = line_; above-- > 0 && depth > 0;) {
            const std::string_view other = line_text(above);
            if (other.find_first_not_of(" \t\r{}[],") == std::string_view::npos || indent_of(other) >= depth)
                continue;
            depth = indent_of(other);
            stanza_.push_back(static_cast<std::uint32_t>(above + 1));
            path_ = without_numbers(other) + " / " + path_;
        }
    }

    void add(Mutation mutation, std::size_t offset, std::size_t length, std::string replacement)
    {
        const std::size_t column = offset - begins_[line_];
        made_.push_back({mutation,
            static_cast<std::uint32_t>(offset),
            static_cast<std::uint32_t>(length),
            std::move(replacement),
            static_cast<std::uint32_t>(line_ + 1),
            stanza_,
            stanza_.empty() ? first_words(line_text(line_)) : std::string(),
            fmt::format("{}|{}|{}|{}",
                path_,
                without_numbers(line_text(line_)),
                name_of(mutation),
                without_numbers(line_text(line_).substr(0, column)))});
    }

    // A JSON member ends at the end of its line, or at its closing bracket. The comma after it is removed with it, or the one
    // before it.
    [[nodiscard]] std::pair<std::size_t, std::size_t> json_member(std::string_view line) const
    {
        const std::size_t begin = begins_[line_] + indent_of(line);
        std::size_t end = begins_[line_] + line.size();
        const char last = line.back();
        if (last == '{' || last == '[') {
            std::size_t depth = 0;
            for (std::size_t at = end - 1; at < text_.size(); ++at) {
                const char c = text_[at];
                depth += c == '{' || c == '[' ? 1 : 0;
                depth -= c == '}' || c == ']' ? 1 : 0;
                if (depth == 0) {
                    end = at + 1;
                    break;
                }
            }
            if (end < text_.size() && text_[end] == ',')
                ++end;
        }
        if (text_[end - 1] == ',')
            return {begin, end};
        const std::size_t before = text_.find_last_not_of(" \t\r\n", begin - 1);
        return text_[before] == ',' ? std::pair(before, end) : std::pair(begin, end);
    }

    void whole_line(std::string_view line)
    {
        const std::size_t begin = begins_[line_];
        const std::string_view stated = line.substr(indent_of(line));
        if (is_json_) {
            if (stated.starts_with("\"") && stated.find("\":") != std::string_view::npos) {
                const auto [from, to] = json_member(line);
                add(Mutation::drop, from, to - from, "");
            }
            return;
        }
        if (!line.ends_with('{'))
            whole_stanza();
        // Remove a brace block as a whole: half of one would not parse.
        std::size_t length = line.size() + 1;
        if (line.ends_with('{')) {
            std::size_t depth = 0;
            for (std::size_t at = begin + line.size() - 1; at < text_.size(); ++at) {
                depth += text_[at] == '{' ? 1 : 0;
                depth -= text_[at] == '}' ? 1 : 0;
                if (depth == 0) {
                    length = at + 1 - begin;
                    break;
                }
            }
        }
        length = std::min(length, text_.size() - begin);
        add(Mutation::drop, begin, length, "");
        const std::size_t digit = line.find_first_of("0123456789", line.find_last_of(" \t\"") + 1);
        if (digit != std::string_view::npos && !line.ends_with('{')) {
            std::string other(line);
            other[digit] = other[digit] == '9' ? '8' : static_cast<char>(other[digit] + 1);
            add(Mutation::repeat, begin, 0, other + '\n');
        }
        if (stated.starts_with("no "))
            add(Mutation::opposite, begin + indent_of(line), 3, "");
        else if (is_letter(stated.front()) && indent_of(line) > 0 && !line.ends_with(';')
            && !line.ends_with('{'))
            add(Mutation::opposite, begin + indent_of(line), 0, "no ");
    }

    // The lines below that are indented more; in a flat language those that start with the same words.
    [[nodiscard]] std::size_t lines_of_stanza() const
    {
        const std::string_view header = line_text(line_);
        const std::size_t depth = indent_of(header);
        const std::string flat = depth == 0 ? first_words(header) : std::string();
        std::size_t end = line_ + 1;
        while (end < begins_.size()) {
            const std::string_view line = line_text(end);
            const bool is_blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
            const bool is_under = !is_blank && indent_of(line) > depth;
            const bool is_alike = !flat.empty() && line.starts_with(flat);
            if (!is_under && !is_alike)
                break;
            ++end;
        }
        const bool begins_inside = !flat.empty() && line_ > 0 && line_text(line_ - 1).starts_with(flat);
        return begins_inside ? 1 : end - line_;
    }

    void whole_stanza()
    {
        const std::size_t lines = lines_of_stanza();
        if (lines < 2)
            return;
        const std::size_t end = line_ + lines < begins_.size() ? begins_[line_ + lines] : text_.size();
        add(Mutation::drop_stanza, begins_[line_], end - begins_[line_], "");
    }

    // Members of objects on one line: "3": "3", "4": "4". The outermost pair is the line itself.
    void json_rows(std::string_view line)
    {
        const std::size_t open = line.find('{', indent_of(line) + 1);
        if (open == std::string_view::npos)
            return;
        for (std::size_t at = open; at < line.size();) {
            const std::size_t begin = line.find('"', at);
            if (begin == std::string_view::npos)
                return;
            const std::size_t colon = line.find("\":", begin + 1);
            if (colon == std::string_view::npos)
                return;
            const std::size_t end = end_of_value(line, colon + 2);
            if (end == std::string_view::npos)
                return;
            const std::size_t first = line[end] == ',' ? begin : comma_before(line, begin);
            const std::size_t last = line[end] == ',' ? end + 1 : end;
            add(Mutation::drop_row, begins_[line_] + first, last - first, "");
            const std::size_t value = line.find_first_not_of(' ', colon + 2);
            at = line[value] == '{' ? value : end + 1;
        }
    }

    void tokens(std::string_view line)
    {
        // In JSON mutate only values: another key is another field, which dropping the member covers.
        std::size_t at = indent_of(line);
        if (is_json_) {
            const std::size_t colon = line.find("\":");
            at = colon == std::string_view::npos ? at : colon + 2;
        }
        while (at < line.size()) {
            if (!is_word(line[at])) {
                ++at;
                continue;
            }
            const std::size_t begin = at;
            while (at < line.size() && is_word(line[at]))
                ++at;
            token(line, begin, line.substr(begin, at - begin));
        }
    }

    void token(std::string_view line, std::size_t begin, std::string_view word)
    {
        const std::size_t offset = begins_[line_] + begin;
        const bool part_of_name = begin > 0
            && (line[begin - 1] == '/' || line[begin - 1] == '.' || line[begin - 1] == ':'
                || (begin + word.size() < line.size() && line[begin + word.size()] == '/'));
        if (is_digit(word.front()) && !part_of_name)
            number(line, begin, word);
        else if (is_letter(word.front()))
            this->word(offset, word);
    }

    void number(std::string_view line, std::size_t begin, std::string_view word)
    {
        const std::size_t offset = begins_[line_] + begin;
        constexpr std::size_t longest = 15;
        const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
        if (digits > longest)
            return;
        const std::uint64_t value = std::stoull(std::string(word.substr(0, digits)));
        const auto change = [&](Mutation mutation, std::uint64_t other) {
            if (other != value)
                add(mutation, offset, digits, std::to_string(other));
        };
        change(Mutation::twice, value * 2);
        change(Mutation::half, value / 2);
        change(Mutation::one_more, value + 1);
        if (value > 0)
            change(Mutation::one_less, value - 1);
        for (const auto& [unit, other] : units) {
            if (word.substr(digits) == unit) {
                add(Mutation::other_unit, offset + digits, word.size() - digits, other);
                break;
            }
        }
        const std::size_t end = begin + word.size();
        const bool in_list = end + 1 < line.size() && line[end] == ',' && is_digit(line[end + 1]);
        if (in_list && (begin == 0 || line[begin - 1] != ','))
            add(Mutation::shorter_list, offset, word.size() + 1, "");
        if (begin > 1 && line[begin - 1] == ',' && is_digit(line[begin - 2]))
            add(Mutation::drop_row, offset - 1, word.size() + 1, "");
    }

    void word(std::size_t offset, std::string_view word)
    {
        for (const auto& [one, other] : opposites) {
            if (word == one)
                add(Mutation::opposite, offset, word.size(), other);
            else if (word == other)
                add(Mutation::opposite, offset, word.size(), one);
        }
        constexpr std::size_t shortest = 3;
        if (word.size() >= shortest)
            add(Mutation::misspell, offset + word.size(), 0, "x");
    }

    std::string_view text_;
    const std::vector<CoverageState>& states_;
    std::vector<std::uint32_t> begins_; ///< offsets of the lines
    bool is_json_ = false;
    std::size_t line_ = 0;
    std::vector<std::uint32_t> stanza_;
    std::string path_;
    std::vector<Mutant> made_;
};

}

std::vector<Mutant> mutants_of(std::string_view text, const std::vector<CoverageState>& states)
{
    return Maker(text, states).make();
}

}
