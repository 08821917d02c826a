// SPDX-License-Identifier: Apache-2.0
// Rebuilds the blocks of text that lost its indentation. The proof of the loss is a line at the left margin
// that matches a row of the open block and no row of the top level: no configuration printed by a device has
// one.
#include "drivers/line_cli/read/lost_indentation.h"

#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::line_cli {
namespace {

// How certain it is that a line belongs in a scope. Loose: only the first word is known, not what the line
// does.
enum class ScopeFit : std::uint8_t { none, loose, aside, row };

class BlockFinder {
public:
    BlockFinder(const Tree& tree, const Grammar& grammar, Scopes top, std::string_view inner_header)
        : tree_(tree), grammar_(grammar), top_(top), inner_header_(inner_header)
    {
    }

    // Whether any line can only belong in the block before it.
    [[nodiscard]] bool is_lost() const
    {
        Scopes open = 0;
        for (const Node& node : *tree_.root) {
            Scopes opens = 0;
            // A line is in doubt only after a header that has nothing below it.
            if (open != 0 && fit(grammar_.match(open, node.key)) == ScopeFit::row
                && fit(grammar_.match(top_, node.key)) <= ScopeFit::loose)
                return true;
            if (node.first == nullptr) {
                const Match match = grammar_.match(top_, node.key);
                opens = opened_by(match);
            }
            open = opens;
        }
        return false;
    }

    [[nodiscard]] std::vector<MovedLine> place()
    {
        std::size_t indented = 0;
        std::size_t outer = 0;
        for (const Node& node : *tree_.root) {
            ++outer;
            indented += node.first == nullptr ? 0 : 1;
        }
        is_flat_ = indented * 4 < outer;
        open_ = {{top_, 0}};
        for (const Node& node : *tree_.root)
            place(node);
        return std::move(moved_);
    }

    [[nodiscard]] std::size_t lost() const { return lost_; }
    [[nodiscard]] const Node* first_lost() const { return first_lost_; }

private:
    struct Open {
        Scopes scope = 0; ///< 0: the scope of a block that has no row
        std::uint32_t column = 0; ///< column of the lines in it
    };

    [[nodiscard]] static ScopeFit fit(const Match& match)
    {
        if (match.statement != nullptr)
            return ScopeFit::row;
        return match.coverage == CoverageState::unrecognised ? ScopeFit::none
            : match.coverage == CoverageState::unsupported   ? ScopeFit::loose
                                                             : ScopeFit::aside;
    }

    [[nodiscard]] static Scopes opened_by(const Match& match)
    {
        // On a flat platform, a header followed by a line opens nothing.
        const bool alone = match.rest.empty();
        return match.statement == nullptr || match.negated || match.rejected || !alone
            ? Scopes{0}
            : match.statement->opens;
    }

    // Returns the index in open_ of the block in which a line belongs.
    [[nodiscard]] std::size_t block_of(const Node& node, Match& match) const
    {
        std::size_t best = 0;
        match = grammar_.match(top_, node.key);
        ScopeFit best_fit = fit(match);
        if (is_flat_ && best_fit < ScopeFit::row && begins_inner_block(node))
            return 1;
        // In text with indentation, a line at the margin belongs there if it can.
        if (!is_flat_ && best_fit > ScopeFit::loose)
            return 0;
        for (std::size_t at = open_.size(); at-- > 1;) {
            if (open_[at].scope == 0)
                continue;
            Match inner = grammar_.match(open_[at].scope, node.key);
            const ScopeFit inner_fit = fit(inner);
            if (inner_fit > best_fit || (inner_fit == best_fit && inner_fit == ScopeFit::row && best == 0)) {
                best = at;
                best_fit = inner_fit;
                match = inner;
            }
        }
        // A line that matches nothing stays in the open block, as on the device.
        return best_fit == ScopeFit::none && is_flat_ ? open_.size() - 1 : best;
    }

    // "class RDMA" in a policy map, whose block has no rows.
    [[nodiscard]] bool begins_inner_block(const Node& node) const
    {
        return !inner_header_.empty() && node.key.starts_with(inner_header_) && open_.size() > 1
            && open_[1].scope == 0;
    }

    void place(const Node& node)
    {
        Match match;
        const std::size_t block = block_of(node, match);
        open_.resize(block + 1);
        const std::uint32_t column = open_[block].column;
        if (column > 0) {
            ++lost_;
            first_lost_ = first_lost_ == nullptr ? &node : first_lost_;
            moved_.push_back({node.offset, column});
            move_inner(node, column);
        }
        if (node.key == grammar_.dialect().leave && open_.size() > 1)
            open_.pop_back();
        else if (const Scopes opens = opened_by(match); opens != 0)
            open_.push_back({opens, column + 1});
        else if (is_flat_ && (block == 0 || (block == 1 && begins_inner_block(node))))
            open_.push_back({0, column + 1});
    }

    // Moves the lines that are indented below this one along with it.
    void move_inner(const Node& outer, std::uint32_t column)
    {
        std::vector<const Node*> waiting;
        for (const Node& node : outer)
            waiting.push_back(&node);
        const std::size_t first = moved_.size();
        while (!waiting.empty()) {
            const Node& node = *waiting.back();
            waiting.pop_back();
            moved_.push_back({node.offset, column + own_column(node)});
            for (const Node& inner : node)
                waiting.push_back(&inner);
        }
        std::ranges::sort(
            moved_.begin() + static_cast<std::ptrdiff_t>(first), moved_.end(), {}, &MovedLine::offset);
    }

    [[nodiscard]] std::uint32_t own_column(const Node& node) const
    {
        const std::string_view before = tree_.source->text().substr(0, node.offset);
        const std::size_t feed = before.rfind('\n');
        return static_cast<std::uint32_t>(
            feed == std::string_view::npos ? before.size() : before.size() - feed - 1);
    }

    const Tree& tree_;
    const Grammar& grammar_;
    Scopes top_;
    std::string_view inner_header_;
    bool is_flat_ = false; ///< nothing, or hardly anything, is indented
    std::vector<Open> open_;
    std::vector<MovedLine> moved_;
    std::size_t lost_ = 0;
    const Node* first_lost_ = nullptr;
};

}

Tree parse_blocks(const Source& source,
    const IndentGrammar& indentation,
    const Grammar& grammar,
    Scopes top,
    std::string_view inner_header)
{
    Tree tree = parse_indented(source, indentation);
    if (tree.root == nullptr)
        return tree;
    BlockFinder finder(tree, grammar, top, inner_header);
    if (!finder.is_lost())
        return tree;
    const std::vector<MovedLine> moved = finder.place();
    if (moved.empty())
        return tree;
    const Span first{source.id(), finder.first_lost()->offset, finder.first_lost()->length};
    IndentGrammar rebuilt = indentation;
    rebuilt.moved = moved;
    // The walk above has placed the lines that are indented below a line that never opens a block.
    Tree whole = parse_indented(source, rebuilt);
    whole.problems.push_back({SyntaxProblem::Severity::warning,
        first,
        fmt::format(
            "the indentation was lost here: {} at the left margin can only stand in the block before; the blocks are read as the device would take the lines",
            counted(finder.lost(), "line"))});
    return whole;
}

}
