// SPDX-License-Identifier: Apache-2.0
// Commands take effect in order: `delete` and `deactivate` change what earlier lines set. Verbs that only
// make sense on a switch's own candidate (rename, copy, insert) are not executed.
#include "drivers/hierarchy/chain.h"

#include <algorithm>

namespace rocelint::hierarchy {
namespace {

enum class Verb : std::uint8_t {
    set,
    remove,
    deactivate,
    activate,
    edit,
    top,
    up,
    mark_only,
    reorder,
    unknown
};

Verb verb_of(const Language& language, std::string_view word)
{
    if (word == "set")
        return Verb::set;
    if (word == "delete")
        return Verb::remove;
    if (word == "deactivate")
        return Verb::deactivate;
    if (word == "activate")
        return Verb::activate;
    if (word == "edit")
        return Verb::edit;
    if (word == "top")
        return Verb::top;
    if (word == "up" || word == "exit")
        return Verb::up;
    if (std::ranges::find(language.idle_verbs, word) != language.idle_verbs.end())
        return Verb::mark_only;
    if (word == "insert" || word == "rename" || word == "copy" || word == "replace" || word == "wildcard")
        return Verb::reorder;
    return Verb::unknown;
}

/// Reads lines of commands. Successive lines share most of their words, so the steps of the previous line are
/// reused.
class CommandBuilder {
public:
    CommandBuilder(Hierarchy& hierarchy, const Language& language, const Tree& tree)
        : hierarchy_(hierarchy), language_(language), tree_(tree), base_(outermost(hierarchy, language))
    {
    }

    void build()
    {
        if (tree_.root == nullptr)
            return;
        for (const Node& node : *tree_.root)
            read(node);
    }

private:
    struct Step {
        std::size_t end; ///< offset in the line
        Chain chain;
    };

    void read(const Node& node)
    {
        const std::string_view line = node.key;
        if (line.starts_with("set ")) {
            node.mark(set(node));
            return;
        }
        steps_.clear();
        before_ = {};
        StatementWords words(line, node.offset, hierarchy_.text());
        switch (verb_of(language_, words.next().text)) {
        case Verb::deactivate:
            node.mark(switch_activity(node, words, true));
            return;
        case Verb::activate:
            node.mark(switch_activity(node, words, false));
            return;
        case Verb::remove:
            node.mark(remove(node, words));
            return;
        case Verb::edit:
            edit(node, words);
            return;
        case Verb::top:
            base_ = outermost(hierarchy_, language_);
            edited_.clear();
            node.mark(CoverageState::irrelevant);
            return;
        case Verb::up:
            base_ = edited_.empty() ? outermost(hierarchy_, language_) : edited_.back();
            if (!edited_.empty())
                edited_.pop_back();
            node.mark(CoverageState::irrelevant);
            return;
        case Verb::mark_only:
            node.mark(CoverageState::irrelevant);
            return;
        case Verb::reorder:
            node.mark(reorder(node, words));
            return;
        case Verb::set:
        case Verb::unknown:
            return;
        }
    }

    CoverageState set(const Node& node)
    {
        const std::string_view line = node.key;
        const std::size_t shared = shared_length(line);
        while (!steps_.empty() && steps_.back().end > shared)
            steps_.pop_back();
        before_ = line;
        Chain chain = steps_.empty() ? fresh() : steps_.back().chain;
        std::size_t from = steps_.empty() ? 4 : steps_.back().end;
        if (chain.ended)
            return chain.state;
        StatementWords words(
            line.substr(from), node.offset + static_cast<std::uint32_t>(from), hierarchy_.text());
        while (!chain.ended) {
            Word word = words.next();
            if (word.empty())
                break;
            if (from == 4 && steps_.empty() && chain.last == nullptr) {
                word = below_top(language_, word);
                if (word.empty())
                    continue;
            }
            follow_one(hierarchy_, chain, word, words, tree_, node);
            // Only steps that enter a block, or end there, are the same for the next line.
            if ((chain.last == chain.block && !chain.told) || (chain.cut && !chain.told))
                steps_.push_back({from + words.used(), chain});
        }
        return chain.state;
    }

    [[nodiscard]] Chain fresh() const
    {
        Chain chain = base_;
        chain.state = CoverageState::irrelevant;
        chain.told = chain.ended = chain.cut = chain.naked = false;
        chain.last = nullptr;
        return chain;
    }

    // Returns how far the line agrees with the previous one, in whole words.
    [[nodiscard]] std::size_t shared_length(std::string_view line) const
    {
        const auto [a, b] = std::mismatch(line.begin(), line.end(), before_.begin(), before_.end());
        auto length = static_cast<std::size_t>(a - line.begin());
        const auto at_end
            = [length](std::string_view text) { return length == text.size() || text[length] == ' '; };
        if (at_end(line) && at_end(before_))
            return length;
        while (length > 0 && line[length - 1] != ' ')
            --length;
        return length == 0 ? 0 : length - 1;
    }

    CoverageState switch_activity(const Node& node, StatementWords& words, bool inactive)
    {
        Chain chain = fresh();
        follow_path(chain, words, node);
        if (chain.last == nullptr || (chain.ended && !chain.naked))
            return chain.state;
        chain.last->inactive = inactive;
        return CoverageState::irrelevant;
    }

    CoverageState remove(const Node& node, StatementWords& words)
    {
        Chain chain = fresh();
        follow_path(chain, words, node);
        if (chain.ended && !chain.naked)
            return chain.state;
        if (chain.last != nullptr)
            Hierarchy::remove(chain.last);
        return CoverageState::irrelevant;
    }

    void edit(const Node& node, StatementWords& words)
    {
        edited_.push_back(base_);
        Chain chain = fresh();
        follow_path(chain, words, node);
        node.mark(chain.state);
        base_ = chain;
    }

    // Reordering existing statements does not matter if none of their kind is read.
    CoverageState reorder(const Node& node, StatementWords& words)
    {
        Chain chain = fresh();
        follow_path(chain, words, node);
        return chain.ended && chain.state == CoverageState::irrelevant ? CoverageState::irrelevant
                                                                       : CoverageState::unsupported;
    }

    void follow_path(Chain& chain, StatementWords& words, const Node& node)
    {
        Word first = words.next();
        const bool is_sign = !first.empty() && below_top(language_, first).empty();
        if (is_sign)
            first = words.next();
        if (first.empty())
            return;
        follow_one(hierarchy_, chain, is_sign ? first : below_top(language_, first), words, tree_, node);
        follow(hierarchy_, chain, words, tree_, node);
    }

    Hierarchy& hierarchy_;
    const Language& language_;
    const Tree& tree_;
    Chain base_; ///< the position set by `edit`
    std::vector<Chain> edited_;
    std::vector<Step> steps_; ///< steps of the last `set` line
    std::string_view before_;
};

}

void build_commands(Hierarchy& hierarchy, const Language& language, const Tree& tree)
{
    CommandBuilder(hierarchy, language, tree).build();
}

}
