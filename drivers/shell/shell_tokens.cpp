// SPDX-License-Identifier: Apache-2.0
// The token rules of POSIX.1-2017, Shell Command Language, 2.2 Quoting
// and 2.3 Token Recognition, plus bash's arrays and conditions.
#include "drivers/shell/jinja.h"
#include "drivers/shell/shell.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace rocelint {
namespace {

using Kind = ShellTokenKind;

bool ends_word(char c)
{
    return ascii::is_white(c) || c == ';' || c == '&' || c == '|' || c == '(' || c == ')' || c == '<'
        || c == '>';
}

constexpr int deepest_quotes = 32;

class Tokenizer {
public:
    Tokenizer(std::string_view text, bool jinja)
        : text_(text), marks_(jinja ? jinja_marks(text) : std::vector<JinjaMark>{})
    {
    }

    ShellTokens run()
    {
        while (at_ < text_.size() && result_.broken_at == 0xffffffffU)
            take();
        return std::move(result_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    // The first mark of a template that ends after `at`.
    [[nodiscard]] std::vector<JinjaMark>::const_iterator mark_behind(std::size_t at) const
    {
        return std::ranges::upper_bound(marks_, at, {}, &JinjaMark::end);
    }

    // The mark of a template that begins at `at`, or null.
    [[nodiscard]] const JinjaMark* mark_at(std::size_t at) const
    {
        if (marks_.empty() || at >= text_.size() || text_[at] != '{')
            return nullptr;
        const auto found = mark_behind(at);
        return found != marks_.end() && found->begin == at ? &*found : nullptr;
    }

    // The end of the line, where breaks within marks of a template do not count.
    [[nodiscard]] std::size_t end_of_line(std::size_t at) const
    {
        std::size_t end = std::min(text_.find('\n', at), text_.size());
        for (auto mark = mark_behind(at); mark != marks_.end() && mark->begin < end; ++mark) {
            if (mark->end > end)
                end = std::min(text_.find('\n', mark->end), text_.size());
        }
        return end;
    }

    // A comment of the shell. The statements in it are the template's, all the same.
    void skip_comment()
    {
        const std::size_t end = end_of_line(at_);
        for (auto mark = mark_behind(at_); mark != marks_.end() && mark->begin < end; ++mark) {
            at_ = mark->begin;
            if (mark->kind == JinjaMark::Kind::statement)
                add(Kind::statement, mark->end - mark->begin);
        }
        at_ = end;
    }

    void add(Kind kind, std::size_t length)
    {
        result_.tokens.push_back({kind, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(length)});
        at_ += length;
    }

    void take()
    {
        const char c = peek();
        const JinjaMark* mark = mark_at(at_);
        if (mark != nullptr && mark->kind == JinjaMark::Kind::statement) {
            add(Kind::statement, mark->end - mark->begin);
        } else if (mark != nullptr && mark->kind == JinjaMark::Kind::comment) {
            at_ = mark->end;
        } else if (ascii::is_blank_or_cr(c)) {
            ++at_;
        } else if (c == '\\' && peek(1) == '\n') {
            at_ += 2;
        } else if (c == '\\' && peek(1) == '\r' && peek(2) == '\n') {
            at_ += 3;
        } else if (c == '#') {
            skip_comment();
        } else if (c == '\n') {
            add(Kind::end_of_line, 1);
            for (const PendingDocument& pending : std::exchange(pending_, {}))
                take_document(pending);
            result_.tokens.back().length = static_cast<std::uint32_t>(at_) - result_.tokens.back().offset;
        } else if (in_condition_ && c != ';') {
            take_condition_word();
        } else if (c == ';') {
            in_condition_ = false;
            add(Kind::semicolon, peek(1) == ';' ? 2 : 1);
        } else if (c == '&') {
            take_ampersand();
        } else if (c == '|') {
            if (peek(1) == '|')
                add(Kind::or_else, 2);
            else
                add(Kind::pipe, peek(1) == '&' ? 2 : 1);
        } else if (c == '(' && peek(1) == '(' && begins_command() && take_arithmetic()) {
            return;
        } else if (c == '(' || c == ')') {
            add(c == '(' ? Kind::open : Kind::close, 1);
        } else if (c == '<' || c == '>') {
            take_redirection(true);
        } else {
            take_word();
        }
    }

    // bash's `((…))` is a word: `<<` in it shifts. Returns false if it is a subshell in a subshell.
    bool take_arithmetic()
    {
        constexpr int most_attempts = 256;
        const std::size_t behind
            = not_arithmetic_ < most_attempts ? behind_brackets(at_) : std::string_view::npos;
        if (behind == std::string_view::npos || text_[behind - 2] != ')') {
            ++not_arithmetic_;
            return false;
        }
        add(Kind::word, behind - at_);
        return true;
    }

    void take_ampersand()
    {
        if (peek(1) == '&')
            add(Kind::and_then, 2);
        else if (peek(1) == '>')
            add(Kind::redirect_output, peek(2) == '>' ? 3 : 2);
        else
            add(Kind::semicolon, 1);
    }

    // `standard`: redirects standard output, not a numbered descriptor.
    void take_redirection(bool standard)
    {
        if (peek() == '>') {
            const bool copies = peek(1) == '&';
            const std::size_t length = peek(1) == '>' || peek(1) == '|' || copies ? 2 : 1;
            add(standard && !copies ? Kind::redirect_output : Kind::redirect_other, length);
            return;
        }
        if (peek(1) != '<') {
            add(Kind::redirect_other, peek(1) == '&' || peek(1) == '>' ? 2 : 1);
            return;
        }
        if (peek(2) == '<') {
            add(Kind::redirect_other, 3);
            return;
        }
        const bool strips = peek(2) == '-';
        add(Kind::redirect_other, strips ? 3 : 2);
        while (ascii::is_blank(peek()))
            ++at_;
        const std::size_t from = at_;
        PendingDocument pending{.word = result_.tokens.size(), .ends = {}, .strips = strips};
        if (!take_end_of_document(pending)) {
            result_.broken_at = static_cast<std::uint32_t>(from);
            return;
        }
        if (pending.literal || !pending.ends.empty())
            pending_.push_back(std::move(pending));
        result_.tokens.push_back(
            {Kind::word, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(at_ - from)});
    }

    // A here-document whose lines follow the line that names it.
    struct PendingDocument {
        std::size_t word = 0;
        std::string ends; ///< the line after its last one
        bool strips = false; ///< tabs at the beginnings of lines do not count
        bool literal
            = false; ///< some character of the word is quoted, so that nothing in the lines is expanded
    };

    // Takes the word that names a here-document and removes its quotes, of which any part of it may have some
    // (POSIX.1-2017, Shell Command Language, 2.7.4 Here-Document). Returns false if one is not closed.
    bool take_end_of_document(PendingDocument& pending)
    {
        while (at_ < text_.size() && !ends_word(peek())) {
            const char c = peek();
            if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
                at_ += peek(1) == '\n' ? 2 : 3;
                continue;
            }
            if (c != '\\' && c != '\'' && c != '"') {
                pending.ends += c;
                ++at_;
                continue;
            }
            pending.literal = true;
            const std::size_t behind = behind_quoted(at_);
            if (behind == std::string_view::npos)
                return false;
            const std::size_t marks = c == '\\' ? 1 : 2;
            if (behind - at_ >= marks)
                pending.ends += text_.substr(at_ + 1, behind - at_ - marks);
            at_ = behind;
        }
        return true;
    }

    void take_document(const PendingDocument& pending)
    {
        const auto begin = static_cast<std::uint32_t>(at_);
        std::uint32_t end = begin;
        while (at_ < text_.size()) {
            const std::size_t feed = end_of_line(at_);
            std::string_view line = text_.substr(at_, feed - at_);
            end = static_cast<std::uint32_t>(at_);
            at_ = std::min(feed + 1, text_.size());
            if (pending.strips)
                line = ascii::trimmed_front(line, [](char c) { return c == '\t'; });
            line = ascii::trimmed_back(line, [](char c) { return c == '\r'; });
            if (line == pending.ends)
                break;
            end = static_cast<std::uint32_t>(at_);
        }
        result_.documents.push_back({pending.word, begin, end, pending.literal});
    }

    // The offset after the end of the quoted text at `at`; npos if it is not closed.
    [[nodiscard]] std::size_t behind_quoted(std::size_t at) const
    {
        const char c = text_[at];
        if (c == '\\')
            return std::min(at + 2, text_.size());
        if (c == '\'')
            return behind_single(at);
        if (c == '"' || c == '`')
            return behind(at + 1, c);
        return behind_brackets(at + 1);
    }

    // The offset after the text in single quotes that begins at `at`.
    [[nodiscard]] std::size_t behind_single(std::size_t at) const
    {
        std::size_t end = text_.find('\'', at + 1);
        for (auto mark = mark_behind(at); mark != marks_.end() && mark->begin < end; ++mark) {
            if (mark->end > end)
                end = text_.find('\'', mark->end);
        }
        return end == std::string_view::npos ? end : end + 1;
    }

    // Whether `$(` or `${` begins at `at`; `${{ name }}` is a dollar before an expression of a template.
    [[nodiscard]] bool substitutes(std::size_t at) const
    {
        return text_[at] == '$' && at + 1 < text_.size()
            && (text_[at + 1] == '(' || (text_[at + 1] == '{' && mark_at(at + 1) == nullptr));
    }

    [[nodiscard]] std::size_t behind(std::size_t at, char closing) const
    {
        while (at < text_.size() && text_[at] != closing) {
            if (const JinjaMark* mark = mark_at(at); mark != nullptr)
                at = mark->end;
            else if (text_[at] == '\\')
                at += 2;
            else if (substitutes(at))
                at = behind_brackets(at + 1);
            else
                ++at;
        }
        return at < text_.size() ? at + 1 : std::string_view::npos;
    }

    // The offset after the bracket that matches the opening one at `at`. Brackets inside quotes do not count.
    [[nodiscard]] std::size_t behind_brackets(std::size_t at) const
    {
        const char opening = text_[at];
        const char closing = opening == '(' ? ')' : '}';
        std::size_t depth = 0;
        for (; at < text_.size(); ++at) {
            const char c = text_[at];
            if (const JinjaMark* mark = mark_at(at); mark != nullptr) {
                at = mark->end - 1;
            } else if (c == '\\') {
                ++at;
            } else if (c == '\'') {
                const std::size_t end = behind_single(at);
                if (end == std::string_view::npos)
                    return end;
                at = end - 1;
            } else if (c == '"' && opening == '(' && nested_ < deepest_quotes) {
                ++nested_;
                const std::size_t end = behind(at + 1, '"');
                --nested_;
                if (end == std::string_view::npos)
                    return end;
                at = end - 1;
            } else if (c == opening) {
                ++depth;
            } else if (c == closing && --depth == 0) {
                return at + 1;
            }
        }
        return std::string_view::npos;
    }

    void take_word()
    {
        const std::size_t from = at_;
        std::size_t at = at_;
        while (at < text_.size()) {
            if (const JinjaMark* mark = mark_at(at); mark != nullptr) {
                // A comment at the end of the word, or a statement.
                const bool is_behind = mark->kind == JinjaMark::Kind::comment
                    && (mark->end == text_.size() || ends_word(text_[mark->end]));
                if (is_behind || mark->kind == JinjaMark::Kind::statement)
                    break;
                at = mark->end;
                continue;
            }
            const char c = text_[at];
            const bool quoted = c == '\\' || c == '\'' || c == '"' || c == '`' || substitutes(at);
            const bool array = c == '(' && at > from && text_[at - 1] == '=';
            if (quoted)
                at = behind_quoted(at);
            else if (array)
                at = behind_brackets(at);
            else if (ends_word(c))
                break;
            else
                ++at;
            if (at == std::string_view::npos) {
                result_.broken_at = static_cast<std::uint32_t>(from);
                return;
            }
        }
        const std::string_view word = text_.substr(from, at - from);
        const bool redirects = at < text_.size() && (text_[at] == '<' || text_[at] == '>')
            && word.find_first_not_of("0123456789") == std::string_view::npos;
        if (redirects) {
            at_ = at;
            take_redirection(word == "1");
            return;
        }
        in_condition_ = word == "[[" && begins_command();
        add(Kind::word, word.size());
    }

    // Whether the next word is the name of a command.
    [[nodiscard]] bool begins_command() const
    {
        if (result_.tokens.empty())
            return true;
        const ShellToken& last = result_.tokens.back();
        if (last.kind != Kind::word)
            return last.kind != Kind::redirect_output && last.kind != Kind::redirect_other;
        constexpr auto words = std::to_array<std::string_view>(
            {"if", "elif", "while", "until", "then", "else", "do", "!", "{", "time"});
        return std::ranges::find(words, text_.substr(last.offset, last.length)) != words.end();
    }

    // Between bash's [[ and ]] operators are words: <, && and the brackets of a regular expression after =~.
    void take_condition_word()
    {
        std::size_t at = at_;
        if (text_.substr(at).starts_with("]]") && (at + 2 == text_.size() || ends_word(text_[at + 2]))) {
            in_condition_ = false;
            return add(Kind::word, 2);
        }
        while (at < text_.size() && !ascii::is_white(text_[at]) && text_[at] != ';') {
            const char c = text_[at];
            const JinjaMark* mark = mark_at(at);
            const bool quoted = c == '\\' || c == '\'' || c == '"' || c == '`' || substitutes(at);
            const std::size_t behind = mark != nullptr ? mark->end
                : quoted                               ? behind_quoted(at)
                : c == '('                             ? behind_brackets(at)
                                                       : at + 1;
            if (behind == std::string_view::npos) {
                result_.broken_at = static_cast<std::uint32_t>(at_);
                return;
            }
            at = behind;
        }
        add(Kind::word, at - at_);
    }

    std::string_view text_;
    std::vector<JinjaMark> marks_; ///< of a template
    std::size_t at_ = 0;
    int not_arithmetic_ = 0; ///< how often `((` began two subshells
    mutable int nested_ = 0; ///< double quotes within command substitutions
    std::vector<PendingDocument> pending_;
    bool in_condition_ = false; ///< between [[ and ]]
    ShellTokens result_;
};

}

ShellTokens shell_tokens(std::string_view text, bool jinja) { return Tokenizer(text, jinja).run(); }

}
