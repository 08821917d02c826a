// SPDX-License-Identifier: Apache-2.0
// Jinja, Template Designer Documentation 3.1: delimiters, comments, escaping with `raw`.
#include "drivers/shell/jinja.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

class JinjaScan {
public:
    explicit JinjaScan(std::string_view text) : text_(text) { }

    std::vector<JinjaMark> run()
    {
        std::size_t at = 0;
        while (at != std::string_view::npos) {
            const auto mark = next(at);
            if (mark.end == 0)
                break;
            marks_.push_back(mark);
            at = mark.end;
            if (mark.kind == Kind::statement && keyword_of(mark) == "raw")
                at = behind_raw(at);
        }
        return std::move(marks_);
    }

private:
    using Kind = JinjaMark::Kind;

    [[nodiscard]] std::string_view keyword_of(const JinjaMark& mark) const
    {
        return jinja_keyword(text_.substr(mark.begin, mark.end - mark.begin));
    }

    // The first mark from `at` on; without one, its end is 0.
    JinjaMark next(std::size_t at)
    {
        for (at = text_.find('{', at); at != std::string_view::npos && at + 1 < text_.size();
             at = text_.find('{', at + 1)) {
            const std::size_t kind = opening.find(text_[at + 1]);
            if (kind == std::string_view::npos || is_open_[kind])
                continue;
            const std::size_t end = text_.find(closing[kind], at + 2);
            if (end != std::string_view::npos)
                return {static_cast<Kind>(kind),
                    static_cast<std::uint32_t>(at),
                    static_cast<std::uint32_t>(end + closing[kind].size())};
            is_open_[kind] = true;
        }
        return {};
    }

    // The offset of the statement that ends raw text; npos if none does.
    std::size_t behind_raw(std::size_t at)
    {
        for (at = text_.find("{%", at); at != std::string_view::npos; at = text_.find("{%", at + 2)) {
            if (jinja_keyword(text_.substr(at)) == "endraw")
                return at;
        }
        return at;
    }

    static constexpr std::string_view opening = "{%#"; // as Kind counts
    static constexpr std::array<std::string_view, 3> closing{"}}", "%}", "#}"};

    std::string_view text_;
    std::vector<JinjaMark> marks_;
    std::array<bool, 3> is_open_{}; // nothing more closes marks of this kind
};

}

std::vector<JinjaMark> jinja_marks(std::string_view text) { return JinjaScan(text).run(); }

bool is_in_jinja_comment(const std::vector<JinjaMark>& marks, std::size_t offset)
{
    return std::ranges::any_of(marks, [offset](const JinjaMark& mark) {
        return mark.kind == JinjaMark::Kind::comment && mark.begin <= offset && offset < mark.end;
    });
}

bool is_in_jinja_block(std::string_view text, const std::vector<JinjaMark>& marks, std::size_t offset)
{
    constexpr std::array<std::string_view, 6> blocks{"if", "for", "macro", "call", "filter", "block"};
    int depth = 0;
    for (const JinjaMark& mark : marks) {
        if (mark.begin > offset)
            break;
        if (mark.kind != JinjaMark::Kind::statement)
            continue;
        std::string_view keyword = jinja_keyword(text.substr(mark.begin, mark.end - mark.begin));
        const bool ends = keyword.starts_with("end");
        if (ends)
            keyword.remove_prefix(3);
        if (std::ranges::find(blocks, keyword) != blocks.end())
            depth += ends ? -1 : 1;
    }
    return depth > 0;
}

std::string_view jinja_keyword(std::string_view statement)
{
    // One opening at most: a text of many would be read again from each of them.
    if (statement.starts_with("{%"))
        statement.remove_prefix(2);
    if (statement.starts_with('-') || statement.starts_with('+'))
        statement.remove_prefix(1);
    statement = ascii::trimmed_front(statement, ascii::is_white);
    std::size_t length = 0;
    while (length < statement.size() && (ascii::is_letter(statement[length]) || statement[length] == '_'))
        ++length;
    return statement.substr(0, length);
}

}
