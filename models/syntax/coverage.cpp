// SPDX-License-Identifier: Apache-2.0
// Silence would look like success, so every line is accounted for. A line has the worst state of its nodes.
#include "models/syntax/coverage.h"

#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <algorithm>
#include <optional>

namespace rocelint {
namespace {

// A file with more nodes per line on average counts as minified.
constexpr std::size_t nodes_per_line_of_minified_text = 16;

// Visits every node with its effective state, in document order.
template <class Visit>
void visit_nodes(const Node& root, Visit&& visit)
{
    struct Parent {
        const Node* node;
        bool covered;
        CoverageState state;
    };
    std::vector<Parent> parents;
    const Node* node = &root;
    bool covered = false;
    CoverageState covering = CoverageState::unrecognised;
    for (;;) {
        const CoverageState state = covered ? covering : node->state;
        visit(*node, state);
        if (node->first != nullptr) {
            parents.push_back({node, covered, covering});
            if (!covered && node->state_covers_subtree) {
                covered = true;
                covering = state;
            }
            node = node->first;
            continue;
        }
        while (node->next == nullptr) {
            if (parents.empty())
                return;
            node = parents.back().node;
            covered = parents.back().covered;
            covering = parents.back().state;
            parents.pop_back();
            if (parents.empty())
                return;
        }
        node = node->next;
    }
}

// Visits the tree and the left-out nodes, which no reader has marked.
template <class Visit>
void visit_tree(const Tree& tree, Visit&& visit)
{
    visit_nodes(*tree.root, visit);
    for (const Node* node : tree.left_out)
        visit_nodes(*node, visit);
}

std::string_view line_text(std::string_view text, std::size_t offset)
{
    const std::size_t feed_before = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t from = feed_before == std::string_view::npos ? 0 : feed_before + 1;
    const std::size_t feed = text.find('\n', offset);
    std::string_view line = text.substr(from, feed == std::string_view::npos ? feed : feed - from);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
        line.remove_suffix(1);
    constexpr std::size_t longest_quote = 200;
    return line.substr(0, longest_quote);
}

// `quote` is a part of `text`, which is the file's text or a masked copy of the same length.
void add_detail(Coverage& coverage,
    std::uint32_t line,
    CoverageState state,
    std::string_view text,
    std::string_view quote)
{
    if (coverage.details.size() < Coverage::max_details)
        coverage.details.push_back(
            {line, state, std::string(quote), static_cast<std::uint32_t>(quote.data() - text.data())});
    else
        ++coverage.details_left_out;
}

bool is_only_brackets(std::string_view line)
{
    return line.find_first_not_of(" \t\r[]{},") == std::string_view::npos;
}

// Overwrites [begin, end), which must not split an escape.
void mask(std::string& text, std::size_t begin, std::size_t end)
{
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
        text.begin() + static_cast<std::ptrdiff_t>(end),
        'x');
}

void mask_value(std::string& text, const Node& node)
{
    if (node.kind == Node::Kind::string)
        mask(text, node.value_offset, node.value_offset + node.value_length);
}

// Masks the key of a member, whose node begins with it.
void mask_key(std::string& text, const Node& node)
{
    std::size_t end = std::size_t{node.offset} + 1;
    if (node.offset >= text.size() || text[node.offset] != '"')
        return;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    mask(text, node.offset + 1, std::min(end, text.size()));
}

// Whether the node covers a whole line, from its first character to its last.
bool is_whole_line(const std::string& text, const Node& node)
{
    if (node.kind != Node::Kind::line || node.length == 0 || node.length != node.key.size()
        || text.compare(node.offset, node.length, node.key) != 0)
        return false;
    const std::size_t feed = node.offset == 0 ? std::string::npos : text.rfind('\n', node.offset - 1);
    const std::size_t begin = feed == std::string::npos ? 0 : feed + 1;
    const std::size_t end = std::min(text.find('\n', node.offset), text.size());
    const auto blank
        = [&](std::size_t from, std::size_t to) { return text.find_first_not_of(" \t\r", from) >= to; };
    return blank(begin, node.offset) && blank(node.offset + node.length, end);
}

// Masks an irrelevant line after its first word, and all lines below it and free text.
void mask_line(std::string& text, const Node& node, bool inside)
{
    const std::string_view terminator = node.value; // end of free text after the line
    const std::size_t end = node.offset + node.length;
    std::size_t begin = inside ? node.offset : std::min(text.find_first_of(" \t", node.offset), end);
    // Keep what opens free text, so that it still reads as free text.
    if (!terminator.empty()) {
        const std::size_t opening = text.find(terminator, node.offset);
        begin = opening < end ? std::min(opening + terminator.size(), end) : end;
    }
    while (begin < end && ascii::is_blank(text[begin]))
        ++begin;
    mask(text, begin, end);
    std::size_t at = std::min(text.find('\n', end), text.size());
    while (!terminator.empty() && at < text.size()) {
        const std::size_t line_end = std::min(text.find('\n', at + 1), text.size());
        std::string_view line = std::string_view(text).substr(at + 1, line_end - at - 1);
        line = ascii::trimmed_front(line, ascii::is_blank_or_cr);
        if (ascii::trimmed_back(line, ascii::is_blank_or_cr) == terminator)
            return;
        mask(text, at + 1, line_end);
        at = line_end;
    }
}

void mask_lines(std::string& text, const Node& root)
{
    struct Level {
        const Node* next;
        bool inside; // in the block of an irrelevant line
    };
    std::vector<Level> open{{root.first, false}};
    while (!open.empty()) {
        const Node* node = open.back().next;
        const bool inside = open.back().inside;
        if (node == nullptr) {
            open.pop_back();
            continue;
        }
        open.back().next = node->next;
        const bool irrelevant = node->state == CoverageState::irrelevant;
        if ((inside || irrelevant) && is_whole_line(text, *node))
            mask_line(text, *node, inside);
        if (node->first != nullptr)
            open.push_back({node->first, inside || (irrelevant && node->state_covers_subtree)});
    }
}

// The text for quotes: masked when its first line is requested.
class Quotable {
public:
    explicit Quotable(const Tree& tree) : tree_(tree) { }
    [[nodiscard]] std::string_view text()
    {
        if (!masked_)
            masked_ = mask_unread(tree_);
        return *masked_;
    }

private:
    const Tree& tree_;
    std::optional<std::string> masked_;
};

Coverage measure_leaves(const Tree& tree)
{
    Coverage coverage;
    Quotable quotable(tree);
    coverage.unit = Coverage::Unit::leaf;
    visit_tree(tree, [&](const Node& node, CoverageState state) {
        if (node.first != nullptr || &node == tree.root)
            return;
        ++coverage.total;
        ++coverage.counts[static_cast<std::size_t>(state)];
        if (state >= CoverageState::unsupported)
            add_detail(coverage,
                node.line,
                state,
                quotable.text(),
                quotable.text().substr(node.offset, std::min(node.length, 200U)));
    });
    return coverage;
}

constexpr std::uint8_t no_node = 0xff;

// By line, the worst state of its nodes, or `no_node`.
std::vector<std::uint8_t> worst_states(const Tree& tree, std::uint32_t lines)
{
    std::vector<std::uint8_t> states(lines, no_node);
    if (tree.root == nullptr)
        return states;
    visit_tree(tree, [&](const Node& node, CoverageState state) {
        // The root of a text is not a line; the bracket that opens a document has no meaning of its own.
        if ((&node == tree.root && node.key.empty()) || node.line > lines)
            return;
        const std::uint32_t count = node.kind == Node::Kind::lines ? node.value_length : 1;
        const auto mine = static_cast<std::uint8_t>(state);
        for (std::uint32_t line = node.line - 1; line < node.line - 1 + count && line < lines; ++line) {
            std::uint8_t& kept = states[line];
            kept = kept == no_node ? mine : std::max(kept, mine);
        }
    });
    return states;
}

// A line without nodes is unread after a syntax error; else it is blank, a comment or brackets.
CoverageState state_of_line(const Tree& tree, std::uint8_t worst, std::size_t begin, std::size_t end)
{
    if (worst != no_node)
        return static_cast<CoverageState>(worst);
    const bool unread
        = end > tree.unread_from && !is_only_brackets(tree.source->text().substr(begin, end - begin));
    return unread ? CoverageState::unrecognised : CoverageState::irrelevant;
}

// Counts all lines and quotes those that are not understood.
void look_at_lines(const Tree& tree, const std::vector<std::uint8_t>& states, Coverage& coverage)
{
    const std::string_view text = tree.source->text();
    Quotable quotable(tree);
    std::size_t offset = 0;
    for (std::uint32_t line = 0; line < states.size(); ++line) {
        const std::size_t feed = text.find('\n', offset);
        const std::size_t end = feed == std::string_view::npos ? text.size() : feed;
        const CoverageState state = state_of_line(tree, states[line], offset, end);
        ++coverage.counts[static_cast<std::size_t>(state)];
        if (state >= CoverageState::unsupported)
            add_detail(coverage, line + 1, state, quotable.text(), line_text(quotable.text(), offset));
        offset = end + 1;
    }
}

}

const char* name_of(CoverageState state)
{
    constexpr std::array names{"irrelevant", "read", "unsupported", "unrecognised"};
    return names[static_cast<std::size_t>(state)];
}

std::string mask_unread(const Tree& tree)
{
    // By structure first: a line that no reader understands may be below one that names a secret.
    std::string text = mask_secrets(tree.source->text());
    const Node* root = tree.root;
    const bool is_json = root != nullptr && root->is_container() && root->offset < text.size()
        && (text[root->offset] == '{' || text[root->offset] == '[');
    if (!is_json) {
        if (root != nullptr)
            mask_lines(text, *root);
        return text;
    }
    for (const Node& table : *root) {
        bool is_known = false;
        visit_nodes(table, [&](const Node&, CoverageState state) {
            is_known = is_known || state == CoverageState::read || state == CoverageState::unsupported;
        });
        if (is_known)
            continue;
        visit_nodes(table, [&](const Node& node, CoverageState) { mask_value(text, node); });
        for (const Node& row : table)
            mask_key(text, row);
    }
    for (const Node* node : tree.left_out)
        visit_nodes(*node, [&](const Node& inner, CoverageState) { mask_value(text, inner); });
    return text;
}

std::vector<CoverageState> line_states(const Tree& tree)
{
    const std::string_view text = tree.source->text();
    std::vector<CoverageState> states;
    std::size_t begin = 0;
    for (const std::uint8_t worst : worst_states(tree, count_lines(text))) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        states.push_back(state_of_line(tree, worst, begin, end));
        begin = end + 1;
    }
    return states;
}

Coverage measure_coverage(const Tree& tree)
{
    const std::uint32_t lines = tree.line_count != 0 ? tree.line_count : count_lines(tree.source->text());
    if (tree.node_count > nodes_per_line_of_minified_text * lines && tree.complete() && tree.root != nullptr)
        return measure_leaves(tree);
    Coverage coverage;
    coverage.total = lines;
    const std::vector<std::uint8_t> states = worst_states(tree, lines);
    std::array<std::uint32_t, 256> tally{};
    for (const std::uint8_t state : states)
        ++tally[state];
    const auto of = [&tally](CoverageState state) { return tally[static_cast<std::size_t>(state)]; };
    if (!tree.complete() || of(CoverageState::unsupported) + of(CoverageState::unrecognised) > 0) {
        look_at_lines(tree, states, coverage);
        return coverage;
    }
    coverage.counts[static_cast<std::size_t>(CoverageState::read)] = of(CoverageState::read);
    coverage.counts[static_cast<std::size_t>(CoverageState::irrelevant)]
        = of(CoverageState::irrelevant) + tally[no_node];
    return coverage;
}

}
