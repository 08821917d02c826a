// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/coverage.h"

#include <algorithm>

namespace rocelint {
namespace {

// More scalars than this on an average line and the file counts as minified.
constexpr std::size_t leaves_per_line_of_minified_text = 16;

struct Marked {
    const Node* node;
    CoverageState state;
};

// Every node below the root with its effective state.
template <class Visit>
void visit_nodes(const Node& root, Visit&& visit)
{
    struct Waiting {
        const Node* node;
        bool inherits;
        CoverageState inherited;
    };
    std::vector<Waiting> waiting{{&root, false, CoverageState::unrecognised}};
    while (!waiting.empty()) {
        const Waiting now = waiting.back();
        waiting.pop_back();
        const CoverageState state = now.inherits ? now.inherited : now.node->state;
        const bool passes_on = now.inherits || now.node->state_covers_subtree;
        visit(*now.node, state);
        for (const Node& child : *now.node)
            waiting.push_back({&child, passes_on, state});
    }
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

void add_detail(Coverage& coverage, std::uint32_t line, CoverageState state, std::string_view text)
{
    if (coverage.details.size() < Coverage::max_details)
        coverage.details.push_back({line, state, std::string(text)});
    else
        ++coverage.details_left_out;
}

bool is_only_brackets(std::string_view line)
{
    return line.find_first_not_of(" \t\r[]{},") == std::string_view::npos;
}

Coverage measure_leaves(const Tree& tree, std::size_t leaves)
{
    Coverage coverage;
    coverage.unit = Coverage::Unit::leaf;
    coverage.total = static_cast<std::uint32_t>(leaves);
    visit_nodes(*tree.root, [&](const Node& node, CoverageState state) {
        if (node.first != nullptr || &node == tree.root)
            return;
        ++coverage.counts[static_cast<std::size_t>(state)];
        if (state >= CoverageState::unsupported)
            add_detail(coverage, node.line, state, tree.source->text_at(tree.span(node)).substr(0, 200));
    });
    return coverage;
}

}

const char* name_of(CoverageState state)
{
    constexpr std::array names{"irrelevant", "read", "unsupported", "unrecognised"};
    return names[static_cast<std::size_t>(state)];
}

std::vector<CoverageState> line_states(const Tree& tree)
{
    const std::string_view text = tree.source->text();
    const std::uint32_t lines = count_lines(text);
    constexpr std::uint8_t no_node = 0xff;
    std::vector<std::uint8_t> worst(lines, no_node);
    if (tree.root != nullptr) {
        visit_nodes(*tree.root, [&](const Node& node, CoverageState state) {
            if (&node == tree.root && node.key.empty())
                return;
            if (node.line > lines)
                return;
            std::uint8_t& kept = worst[node.line - 1];
            const auto mine = static_cast<std::uint8_t>(state);
            kept = kept == no_node ? mine : std::max(kept, mine);
        });
    }
    std::vector<CoverageState> states(lines, CoverageState::irrelevant);
    std::size_t offset = 0;
    for (std::uint32_t line = 0; line < lines; ++line) {
        const std::size_t feed = text.find('\n', offset);
        const std::size_t end = feed == std::string_view::npos ? text.size() : feed;
        if (worst[line] != no_node)
            states[line] = static_cast<CoverageState>(worst[line]);
        else if (end > tree.unread_from && !is_only_brackets(text.substr(offset, end - offset)))
            states[line] = CoverageState::unrecognised;
        offset = end + 1;
    }
    return states;
}

Coverage measure_coverage(const Tree& tree)
{
    const std::string_view text = tree.source->text();
    const std::uint32_t lines = count_lines(text);
    std::size_t leaves = 0;
    if (tree.root != nullptr) {
        visit_nodes(*tree.root, [&](const Node& node, CoverageState) {
            if (node.first == nullptr && &node != tree.root)
                ++leaves;
        });
        if (leaves > leaves_per_line_of_minified_text * lines && tree.complete())
            return measure_leaves(tree, leaves);
    }
    const std::vector<CoverageState> states = line_states(tree);
    Coverage coverage;
    coverage.total = lines;
    std::size_t offset = 0;
    for (std::uint32_t line = 0; line < lines; ++line) {
        const CoverageState state = states[line];
        ++coverage.counts[static_cast<std::size_t>(state)];
        if (state >= CoverageState::unsupported)
            add_detail(coverage, line + 1, state, line_text(text, offset));
        const std::size_t feed = text.find('\n', offset);
        offset = feed == std::string_view::npos ? text.size() : feed + 1;
    }
    return coverage;
}

}
