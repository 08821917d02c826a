// SPDX-License-Identifier: Apache-2.0
// Templates are often kept next to the rendered files. A template among the inputs would cause hundreds of
// syntax errors, or a port without the values that were never filled in.
#include "workspace/find/template_marks.h"

#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace rocelint::workspace {
namespace {

constexpr std::size_t longest_mark = 120;
// A file with this many marks is a template, not a rendered file with leftovers.
constexpr std::size_t whole_template = 10;

// Follows a text from mark to mark, so that many marks in one long line do not cost many times its length.
class MarkCursor {
public:
    explicit MarkCursor(std::string_view text) : text_(text) { }

    // The text from the mark at `at` up to the end of its line. Each call is for a later mark than the one before.
    std::string_view rest_of_line(std::size_t at)
    {
        if (at >= line_end_)
            line_end_ = std::min(text_.find('\n', at), text_.size());
        return text_.substr(at, line_end_ - at);
    }

    // Whether the mark at `at` is in a comment: of a line ("!", "#", "//"), after a value (" #"), or over several
    // lines ("/* … */"). Each call is for a later mark than the one before.
    bool in_comment(std::size_t at)
    {
        for (; next_ < at; ++next_)
            pass(text_[next_], next_ == 0 ? '\n' : text_[next_ - 1]);
        constexpr std::size_t longest_comment = std::size_t{64} << 10U;
        return in_line_ || behind_value_ || (in_block_ && at - block_ <= longest_comment);
    }

private:
    void pass(char c, char before)
    {
        const bool is_blank = c == ' ' || c == '\t';
        if (c == '\n') {
            first_ = std::string_view::npos;
            quotes_ = 0;
            in_line_ = behind_value_ = false;
        } else if (first_ == std::string_view::npos && !is_blank) {
            first_ = next_;
            in_line_ = c == '!' || c == '#';
        } else if (c == '/' && before == '/' && first_ + 1 == next_) {
            in_line_ = true;
        }
        if (c == '"')
            ++quotes_;
        else if (c == '#' && before == ' ')
            behind_value_ = quotes_ % 2 == 0;
        else if (c == '*' && before == '/')
            open_block(next_ - 1);
        else if (c == '/' && before == '*' && next_ > block_ + 2)
            in_block_ = false;
    }

    void open_block(std::size_t at)
    {
        block_ = at;
        in_block_ = at == 0 || std::string_view(" \t\n").find(text_[at - 1]) != std::string_view::npos;
    }

    std::string_view text_;
    std::size_t next_ = 0; // up to here the text was passed
    std::size_t line_end_ = 0;
    std::size_t first_ = std::string_view::npos; // of this line, the first character that is not blank
    std::size_t quotes_ = 0; // in this line
    std::size_t block_ = 0; // where the last "/*" is
    bool in_line_ = false;
    bool behind_value_ = false;
    bool in_block_ = false;
};

// The whole mark at the beginning of the text, or an empty string.
std::string_view enclosed(std::string_view text, std::string_view open, std::string_view close)
{
    if (!text.starts_with(open))
        return {};
    const std::size_t end = text.substr(0, longest_mark).find(close, open.size());
    return end == std::string_view::npos ? std::string_view{} : text.substr(0, end + close.size());
}

// "${MTU}": only capitals, since "${" also occurs in regular expressions and passwords.
std::string_view variable(std::string_view text)
{
    const std::string_view mark = enclosed(text, "${", "}");
    const bool is_name = mark.size() > 3 && std::ranges::all_of(mark.substr(2, mark.size() - 3), [](char c) {
        return ascii::is_upper(c) || ascii::is_digit(c) || c == '_';
    });
    return is_name ? mark : std::string_view{};
}

// "$MTU", as guides use it for values to fill in: a separate word in capitals.
std::string_view bare_variable(std::string_view text, std::size_t at)
{
    constexpr std::size_t shortest = 4;
    const auto is_capital = [](char c) { return ascii::is_upper(c) || ascii::is_digit(c) || c == '_'; };
    constexpr std::string_view around = " \t\r\n;\"'[]{}(),:/.-";
    if (at > 0 && around.find(text[at - 1]) == std::string_view::npos)
        return {};
    std::size_t end = at + 1;
    while (end < text.size() && is_capital(text[end]))
        ++end;
    if (end - at < shortest || !ascii::is_upper(text[at + 1])
        || (end < text.size() && around.find(text[end]) == std::string_view::npos))
        return {};
    return text.substr(at, end - at);
}

// "docker ps --format {{.Names}}" is a Go format string.
bool is_format_string(std::string_view mark)
{
    const std::size_t first = mark.find_first_not_of(" {");
    return first == std::string_view::npos || mark[first] == '.' || mark.substr(first).starts_with("range ");
}

std::string_view mark_at(std::string_view text, const Driver& driver)
{
    if (const std::string_view value = enclosed(text, "{{", "}}"); !value.empty())
        return driver.has_variables && is_format_string(value) ? std::string_view{} : value;
    if (const std::string_view statement = enclosed(text, "{%", "%}"); !statement.empty())
        return statement;
    return driver.has_variables ? std::string_view{} : variable(text);
}

// The next "{{", "{%" or "${" from `at` on. JSON is full of braces, so a single "{" does not count.
std::size_t next_mark(std::string_view text, std::size_t at)
{
    for (std::size_t brace = text.find('{', at); brace != std::string_view::npos;
         brace = text.find('{', brace + 1)) {
        if (brace > at && text[brace - 1] == '$')
            return brace - 1;
        if (brace + 1 < text.size() && (text[brace + 1] == '{' || text[brace + 1] == '%'))
            return brace;
    }
    return std::string_view::npos;
}

// The parts of a file that no rule judges, where a mark may be legitimate: SONiC keeps templates in its table
// FEATURE.
class IrrelevantParts {
public:
    explicit IrrelevantParts(const Tree& tree) : root_(tree.root) { }

    bool hold(std::uint32_t offset)
    {
        const Node* at = root_;
        while (at != nullptr) {
            if (at->state_covers_subtree)
                return at->state == CoverageState::irrelevant;
            const Node* holding = child_before(*at, offset);
            if (holding == nullptr)
                break;
            at = holding;
        }
        return at != nullptr && at->state == CoverageState::irrelevant && offset < at->offset + at->length;
    }

private:
    struct Child {
        const Node* node;
        std::uint32_t begin; // of it and all children after it, the least offset
    };

    // The last child that begins at or before an offset.
    const Node* child_before(const Node& node, std::uint32_t offset)
    {
        if (node.first == nullptr)
            return nullptr;
        // An alias shares its children with the anchor.
        const auto [found, is_new] = children_.try_emplace(node.first);
        std::vector<Child>& children = found->second;
        if (is_new) {
            for (const Node& child : node)
                children.push_back({&child, child.offset});
            for (std::size_t index = children.size(); index-- > 1;)
                children[index - 1].begin = std::min(children[index - 1].begin, children[index].begin);
        }
        const auto behind = std::ranges::upper_bound(children, offset, {}, &Child::begin);
        return behind == children.begin() ? nullptr : std::prev(behind)->node;
    }

    const Node* root_;
    std::unordered_map<const Node*, std::vector<Child>> children_; // by the first
};

}

std::optional<TemplateMarks> find_template_marks(const Tree& tree, const Driver& driver)
{
    const Source& source = *tree.source;
    if (driver.has_marks != nullptr && driver.has_marks(source))
        return std::nullopt;
    TemplateMarks found;
    const std::string_view text = source.text();
    IrrelevantParts irrelevant(tree);
    MarkCursor cursor(text);
    for (std::size_t at = next_mark(text, 0); at != std::string_view::npos; at = next_mark(text, at)) {
        const std::string_view mark = mark_at(cursor.rest_of_line(at), driver);
        if (!mark.empty() && !cursor.in_comment(at) && !irrelevant.hold(static_cast<std::uint32_t>(at))) {
            found.marks.push_back(source.span_of(mark));
            found.has_statements = found.has_statements || mark.starts_with("{%");
        }
        at += mark.empty() ? 1 : mark.size();
    }
    const std::size_t enclosed_marks = found.marks.size();
    MarkCursor again(text);
    for (std::size_t at = driver.has_variables ? std::string_view::npos : text.find('$');
         at != std::string_view::npos;
         at = text.find('$', at + 1)) {
        const std::string_view mark = bare_variable(text, at);
        if (!mark.empty() && !again.in_comment(at) && !irrelevant.hold(static_cast<std::uint32_t>(at)))
            found.marks.push_back(source.span_of(mark));
    }
    std::ranges::inplace_merge(
        found.marks, found.marks.begin() + static_cast<std::ptrdiff_t>(enclosed_marks), {}, &Span::offset);
    return found.marks.empty() ? std::nullopt : std::optional(std::move(found));
}

void report_template(const Source& source, const TemplateMarks& found, std::vector<SyntaxProblem>& problems)
{
    const bool is_whole = found.has_statements || found.marks.size() >= whole_template;
    const LineTable lines(source.text());
    std::vector<std::uint32_t> marked;
    for (const Span mark : found.marks)
        marked.push_back(lines.position(mark.offset).line);
    std::erase_if(problems, [&](const SyntaxProblem& problem) {
        return problem.at.source == source.id()
            && (is_whole || std::ranges::binary_search(marked, lines.position(problem.at.offset).line));
    });
    problems.push_back({SyntaxProblem::Severity::error,
        found.marks.front(),
        fmt::format("this is a template: {} was never filled in ({} in the file); check the rendered file",
            source.text_at(found.marks.front()),
            counted(found.marks.size(), "place"))});
}

}
