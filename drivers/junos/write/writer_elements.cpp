// SPDX-License-Identifier: Apache-2.0
// Writes amendments as edits of an XML document.
#include "drivers/junos/write/element_text.h"
#include "drivers/junos/write/writer.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

/// Where an element of a well-formed document begins and ends, in the file.
struct Extent {
    std::size_t begin = 0; ///< the opening bracket
    std::size_t inside = 0; ///< after the start tag
    std::size_t inside_end = 0; ///< the end tag, or `inside` if there is none
    std::size_t end = 0;
    bool has_end_tag = false;
};

// Returns the offset after the bracket that closes the tag.
std::size_t end_of_tag(std::string_view text, std::size_t at)
{
    char quote = 0;
    for (; at < text.size(); ++at) {
        if (quote != 0)
            quote = text[at] == quote ? '\0' : quote;
        else if (text[at] == '"' || text[at] == '\'')
            quote = text[at];
        else if (text[at] == '>')
            return at + 1;
    }
    return at;
}

std::size_t behind(std::string_view text, std::string_view what, std::size_t at)
{
    const std::size_t found = text.find(what, at);
    return found == std::string_view::npos ? text.size() : found + what.size();
}

// `name` is the offset of the element's name.
Extent extent_of(std::string_view text, std::size_t name)
{
    Extent extent;
    extent.begin = name - 1;
    extent.inside = end_of_tag(text, name);
    extent.inside_end = extent.end = extent.inside;
    if (extent.inside >= 2 && text[extent.inside - 2] == '/')
        return extent;
    std::size_t depth = 1;
    std::size_t at = extent.inside;
    while (depth > 0) {
        at = text.find('<', at);
        if (at == std::string_view::npos) {
            extent.inside_end = extent.end = text.size();
            return extent;
        }
        const std::string_view rest = text.substr(at);
        extent.inside_end = at;
        if (rest.starts_with("<!--")) {
            at = behind(text, "-->", at);
        } else if (rest.starts_with("<![CDATA[")) {
            at = behind(text, "]]>", at);
        } else if (rest.starts_with("<?") || rest.starts_with("<!")) {
            at = end_of_tag(text, at);
        } else if (rest.starts_with("</")) {
            --depth;
            at = end_of_tag(text, at);
        } else {
            at = end_of_tag(text, at);
            if (text[at - 2] != '/')
                ++depth;
        }
    }
    extent.end = at;
    extent.has_end_tag = true;
    return extent;
}

class ElementWriter {
public:
    ElementWriter(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
        : draft_(draft), tree_(tree), text_(tree.source->text()), takes_new_(takes_new), edits_(edits)
    {
        const std::size_t begin = text_.find("<configuration");
        configuration_ = begin == std::string_view::npos ? begin : begin + 1;
    }

    void run()
    {
        if (configuration_ == std::string_view::npos)
            return;
        visit_standing_blocks(draft_, [this](const Statement& block) {
            const bool mine = block.keyword == nullptr ? takes_new_ : block.at.source == tree_.source->id();
            const BlockChanges changes = changes_of(draft_, block);
            for (const Statement* statement : changes.removed) {
                if (is_here(*statement))
                    remove(*statement);
            }
            for (const Statement* statement : changes.changed) {
                if (is_here(*statement))
                    change(*statement);
            }
            for (const Statement* statement : changes.activated) {
                if (is_here(*statement))
                    activate(*statement);
            }
            for (const Statement* statement : changes.added) {
                if (mine)
                    insert(block, *statement);
            }
        });
    }

private:
    [[nodiscard]] bool is_here(const Statement& statement) const
    {
        return statement.at.source == tree_.source->id();
    }

    void edit(std::size_t from, std::size_t to, std::string text)
    {
        edits_.push_back(
            {{tree_.source->id(), static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from)},
                std::move(text)});
    }

    void remove(const Statement& statement)
    {
        // A block of names has no element of its own, so each of its entries is removed.
        if (statement.first != nullptr && stands_beside(*statement.first)) {
            for (const Statement& entry : statement)
                remove_element(*entry.node);
            return;
        }
        remove_element(*statement.node);
    }

    void remove_element(const Node& node)
    {
        const Extent extent = extent_of(text_, node.offset);
        const Piece gone = with_whole_lines(text_, {extent.begin, extent.end});
        edit(gone.begin, gone.end, "");
    }

    void change(const Statement& statement)
    {
        const std::string value = escaped(draft_.of(statement)->value);
        const Node* node = statement.node;
        if (node->value.empty()) {
            for (const Node& child : *node) {
                if (!child.key.starts_with('@')) {
                    node = &child;
                    break;
                }
            }
        }
        // `<watchdog-action><drop/></watchdog-action>`
        if (node->value.empty())
            return edit(node->offset, node->offset + std::size_t{node->length}, value);
        edit(node->value_offset, node->value_offset + std::size_t{node->value_length}, value);
    }

    void activate(const Statement& statement)
    {
        const std::size_t end = end_of_tag(text_, statement.node->offset);
        const std::size_t at = text_.find("inactive=", statement.node->offset);
        if (at >= end)
            return;
        const std::size_t from = text_.find_last_not_of(" \t\r\n", at - 1) + 1;
        const std::size_t quote = at + std::string_view("inactive=").size();
        edit(from, text_.find(text_[quote], quote + 1) + 1, "");
    }

    // Returns the element that contains the name and the contents of a block.
    [[nodiscard]] std::size_t element_of(const Statement& block) const
    {
        return block.keyword == nullptr ? configuration_ : block.node->offset;
    }

    void insert(const Statement& block, const Statement& statement)
    {
        const Statement* around = &block;
        const Statement* alike = nullptr;
        for (const Statement& child : block) {
            if (child.keyword == statement.keyword && child.node != nullptr && !child.deleted
                && is_here(child))
                alike = &child;
        }
        // Entries of a block of names are siblings in the surrounding element.
        if (stands_beside(statement))
            around = block.parent;
        const Extent outer = extent_of(text_, element_of(*around));
        std::string indent = indentation_at(text_, outer.begin);
        const std::size_t first = text_.find('<', outer.inside);
        const std::string inner
            = outer.has_end_tag && first < outer.inside_end ? indentation_at(text_, first) : std::string{};
        const std::string step = inner.size() > indent.size() && inner.starts_with(indent)
            ? inner.substr(indent.size())
            : "    ";
        std::string block_text;
        for (const std::string& line : render_elements(draft_, statement, indent + step, step))
            block_text += fmt::format("{}{}", line, line_end_of(text_));
        if (alike != nullptr)
            return insert_lines(extent_of(text_, alike->node->offset).end, block_text);
        if (!outer.has_end_tag) {
            // `<pfc/>` becomes an element with a body.
            const std::string_view name = element_name(*around);
            return edit(outer.end - 2,
                outer.end,
                fmt::format(">{}{}{}</{}>", line_end_of(text_), block_text, indent, name));
        }
        const std::size_t start = start_of_line(text_, outer.inside_end);
        if (text_.substr(start, outer.inside_end - start).find_first_not_of(" \t") == std::string_view::npos)
            return edit(start, start, block_text);
        edit(outer.inside_end, outer.inside_end, flat(block_text));
    }

    void insert_lines(std::size_t at, const std::string& block)
    {
        const std::size_t end = end_of_line(text_, at);
        if (text_.substr(at, end - at).find_first_not_of(" \t\r\n") == std::string_view::npos && end > at
            && text_[end - 1] == '\n')
            return edit(end, end, block);
        edit(at, at, flat(block));
    }

    // Returns the block on one line.
    static std::string flat(const std::string& block)
    {
        std::string out;
        bool in_indent = true;
        for (const char c : block) {
            if (c == '\r' || c == '\n')
                in_indent = true;
            else if (!in_indent || !ascii::is_blank(c)) {
                in_indent = false;
                out += c;
            }
        }
        return out;
    }

    const Draft& draft_;
    const Tree& tree_;
    std::string_view text_;
    std::size_t configuration_ = 0;
    bool takes_new_;
    std::vector<Edit>& edits_;
};

}

void write_elements(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits)
{
    if (tree.root != nullptr)
        ElementWriter(draft, tree, takes_new, edits).run();
}

}
