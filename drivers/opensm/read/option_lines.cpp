// SPDX-License-Identifier: Apache-2.0
// osm_subn_parse_conf_file of opensm 3.3.23, piece by piece: fgets, the first '#', the first blank, the
// quotes.
#include "drivers/opensm/read/option_lines.h"

#include "drivers/opensm/read/file_kind.h"
#include "models/syntax/tree_builder.h"

namespace rocelint::opensm {
namespace {

// Calls `visit(piece, continues)` for the result of each fgets call, without line feeds.
template <class Visit>
void for_each_piece(std::string_view text, Visit&& visit)
{
    bool continues = false;
    while (!text.empty()) {
        const std::size_t feed = text.substr(0, longest_line).find('\n');
        if (feed != std::string_view::npos) {
            visit(text.substr(0, feed), continues);
            text.remove_prefix(feed + 1);
            continues = false;
        } else {
            const std::size_t size = std::min(text.size(), longest_line);
            visit(text.substr(0, size), continues);
            text.remove_prefix(size);
            continues = true;
        }
    }
}

// Whether the comment at `hash` begins inside quotes that are closed after it.
bool is_inside_quotes(std::string_view piece, std::size_t hash)
{
    char open = '\0';
    for (const char c : piece.substr(0, hash)) {
        if (open == '\0' && (c == '"' || c == '\''))
            open = c;
        else if (c == open)
            open = '\0';
    }
    return open != '\0' && piece.find(open, hash) != std::string_view::npos;
}

std::string_view without_quotes(std::string_view value)
{
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'')
        && value.back() == value.front();
    return quoted ? value.substr(1, value.size() - 2) : value;
}

}

Tree parse_options(const Source& source)
{
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    for_each_piece(source.text(), [&](std::string_view piece, bool continues) {
        const std::string_view said = without_comment(piece);
        if (said.empty())
            return;
        const Span at = source.span_of(said);
        Node* node = builder.make_node(Node::Kind::line, at.offset, at.length);
        node->key = said;
        // The reader needs the surrounding piece again.
        node->value = piece;
        node->value_offset = source.span_of(piece).offset;
        node->value_length = continues ? 1 : 0;
        builder.add(node);
    });
    return builder.finish();
}

std::vector<OptionLine> option_lines(const Tree& tree)
{
    std::vector<OptionLine> lines;
    const Node* node = tree.root == nullptr ? nullptr : tree.root->first;
    for (; node != nullptr; node = node->next) {
        OptionLine line;
        line.node = node;
        line.whole = node->key;
        line.name = first_word(node->key);
        line.value = without_quotes(trimmed(node->key.substr(line.name.size())));
        line.continues = node->value_length != 0;
        const std::size_t hash = node->value.find('#');
        line.quote_is_cut = hash != std::string_view::npos && is_inside_quotes(node->value, hash);
        lines.push_back(line);
    }
    return lines;
}

}
