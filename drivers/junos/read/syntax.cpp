// SPDX-License-Identifier: Apache-2.0
// Finds a file's notation, and where the configuration begins in a pasted session.
#include "drivers/junos/read/syntax.h"

#include "drivers/junos/grammar/lines.h"
#include "drivers/junos/read/lldp.h"
#include "drivers/junos/read/shown_counters.h"
#include "models/syntax/brace_tree.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/syntax/xml_tree.h"
#include "models/text/prompt.h"

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

// "user@leaf1> show configuration", "[edit]", "{master:0}": what the command line prints around an output.
bool is_session_line(std::string_view raw)
{
    const std::string_view line = without_blanks(raw);
    if (line.starts_with("{master") || line.starts_with("{backup") || line.starts_with("{linecard")
        || line.starts_with("{primary") || line.starts_with("[edit"))
        return true;
    if (line.starts_with("show configuration") || is_neighbour_line(line))
        return true;
    if (line == "Entering configuration mode" || line == "Exiting configuration mode"
        || line == "configuration check succeeds" || line == "commit complete")
        return true;
    const std::size_t mark = line.find_first_of("># \t");
    return mark != std::string_view::npos && mark > 0 && (line[mark] == '>' || line[mark] == '#')
        && line.substr(0, mark).find('@') != std::string_view::npos
        && line.find_first_of("{};\"") == std::string_view::npos;
}

// Returns a command without the prompt at which it was typed. Any other line is returned unchanged.
std::string_view without_prompt(std::string_view line)
{
    const std::string_view typed = typed_at_prompt(line);
    return is_command(typed) || typed == "top" || typed == "up" ? typed : line;
}

// One node per line. A quoted text may extend over several lines.
class CommandReader {
public:
    explicit CommandReader(const Source& source)
        : builder_(source), text_(source.text()), comments_(text_, '#')
    {
    }

    Tree read()
    {
        builder_.open(builder_.make_node(Node::Kind::line, 0, 0));
        while (at_ < text_.size())
            read_line();
        return builder_.finish();
    }

private:
    void read_line()
    {
        const std::size_t begin = at_;
        const std::size_t feed = text_.find('\n', begin);
        std::size_t end = feed == std::string_view::npos ? text_.size() : feed;
        std::string_view line
            = without_prompt(without_blanks(comments_.strip(text_.substr(begin, end - begin))));
        at_ = end + 1;
        if (line.empty() || line.front() == '#' || is_session_line(line))
            return;
        if (std::ranges::count(line, '"') % 2 != 0) {
            end = end_of_quotation(begin, end);
            line = without_prompt(without_blanks(text_.substr(begin, end - begin)));
            at_ = end + 1;
        }
        const auto offset = static_cast<std::uint32_t>(line.data() - text_.data());
        Node* node = builder_.make_node(Node::Kind::line, offset, static_cast<std::uint32_t>(line.size()));
        node->key = line;
        builder_.add(node);
    }

    // Returns the end of the line on which the quotation ends; if it never ends, the end of the first line.
    [[nodiscard]] std::size_t end_of_quotation(std::size_t begin, std::size_t line_end) const
    {
        constexpr std::size_t longest = 65536;
        bool open = false;
        for (std::size_t at = begin; at < text_.size() && at - begin < longest; ++at) {
            if (text_[at] == '\\') {
                ++at;
            } else if (text_[at] == '"') {
                open = !open;
            } else if (text_[at] == '\n' && !open) {
                return at;
            } else if (text_[at] == '\n' && is_command(text_.substr(at + 1, 16))) {
                return line_end;
            }
        }
        return line_end;
    }

    TreeBuilder builder_;
    std::string_view text_;
    WaiverComments comments_;
    std::size_t at_ = 0;
};

std::size_t xml_begin(std::string_view text)
{
    const std::size_t first = text.find('<');
    return first == std::string_view::npos ? 0 : first;
}

}

Notation notation_of(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = without_prompt(next_line(text));
        if (line.empty() || line.front() == '#' || is_session_line(line)
            || line.starts_with("show interfaces"))
            continue;
        if (line.front() == '<' && !line.starts_with("<*>"))
            return Notation::xml;
        if (begins_interface(line))
            return Notation::shown;
        // It cannot be a statement `set …;`: the language has no keyword of that name.
        return is_command(line) ? Notation::commands : Notation::braces;
    }
    return Notation::braces;
}

Tree parse(const Source& source)
{
    switch (notation_of(source.text())) {
    case Notation::xml:
        return parse_xml(source, xml_begin(source.text()));
    case Notation::commands:
    case Notation::shown:
        return CommandReader(source).read();
    case Notation::braces:
        break;
    }
    return parse_braces(source, {.is_foreign_line = is_session_line});
}

}
