// SPDX-License-Identifier: Apache-2.0
// Templates are often kept next to the rendered files. A template among the inputs would cause hundreds of
// syntax errors, or a port without the values that were never filled in.
#include "workspace/find/template_marks.h"

#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

constexpr std::size_t longest_mark = 120;
// A file with this many marks is a template, not a rendered file with leftovers.
constexpr std::size_t whole_template = 10;

// Whether the mark at `at` is in a comment: of a line ("!", "#", "//"), after a value (" #"), or over several
// lines ("/* … */").
bool in_comment(std::string_view text, std::size_t at)
{
    const std::size_t feed = text.rfind('\n', at);
    const std::size_t begin = feed == std::string_view::npos ? 0 : feed + 1;
    const std::string_view before = text.substr(begin, at - begin);
    const std::size_t first = std::min(before.find_first_not_of(" \t"), before.size());
    const std::string_view said = before.substr(first);
    if (said.starts_with('!') || said.starts_with('#') || said.starts_with("//"))
        return true;
    const std::size_t sign = before.rfind(" #");
    if (sign != std::string_view::npos && std::ranges::count(before.substr(0, sign), '"') % 2 == 0)
        return true;
    constexpr std::size_t longest_comment = std::size_t{64} << 10U;
    const std::string_view above
        = text.substr(at - std::min(at, longest_comment), std::min(at, longest_comment));
    const std::size_t open = above.rfind("/*");
    return open != std::string_view::npos
        && (open == 0 || std::string_view(" \t\n").find(above[open - 1]) != std::string_view::npos)
        && above.find("*/", open + 2) == std::string_view::npos;
}

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

// Whether a mark is in a part that no rule judges, where it may be legitimate: SONiC keeps templates in its
// table FEATURE.
bool is_irrelevant(const Tree& tree, std::uint32_t offset)
{
    const Node* at = tree.root;
    while (at != nullptr) {
        if (at->state_covers_subtree)
            return at->state == CoverageState::irrelevant;
        const Node* holding = nullptr;
        for (const Node& child : *at) {
            if (child.offset <= offset)
                holding = &child;
        }
        if (holding == nullptr)
            break;
        at = holding;
    }
    return at != nullptr && at->state == CoverageState::irrelevant && offset < at->offset + at->length;
}

}

std::optional<TemplateMarks> find_template_marks(const Tree& tree, const Driver& driver)
{
    const Source& source = *tree.source;
    if (driver.has_marks != nullptr && driver.has_marks(source))
        return std::nullopt;
    TemplateMarks found;
    const std::string_view text = source.text();
    for (std::size_t at = next_mark(text, 0); at != std::string_view::npos; at = next_mark(text, at)) {
        const std::size_t line_end = std::min(text.find('\n', at), text.size());
        const std::string_view mark = mark_at(text.substr(at, line_end - at), driver);
        if (!mark.empty() && !in_comment(text, at) && !is_irrelevant(tree, static_cast<std::uint32_t>(at))) {
            found.marks.push_back(source.span_of(mark));
            found.has_statements = found.has_statements || mark.starts_with("{%");
        }
        at += mark.empty() ? 1 : mark.size();
    }
    const std::size_t enclosed_marks = found.marks.size();
    for (std::size_t at = driver.has_variables ? std::string_view::npos : text.find('$');
         at != std::string_view::npos;
         at = text.find('$', at + 1)) {
        const std::string_view mark = bare_variable(text, at);
        if (!mark.empty() && !in_comment(text, at) && !is_irrelevant(tree, static_cast<std::uint32_t>(at)))
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
        fmt::format("this is a template: {} was never filled in ({} in the file); check what is made of it",
            source.text_at(found.marks.front()),
            counted(found.marks.size(), "place"))});
}

}
