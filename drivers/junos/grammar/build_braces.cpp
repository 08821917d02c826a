// SPDX-License-Identifier: Apache-2.0
// Braces as `show configuration` prints them, with `inactive:` and the tags of `load` files.
#include "drivers/junos/grammar/build.h"

#include <array>

namespace rocelint::junos {
namespace {

struct Prefixes {
    bool inactive = false;
    bool replaces = false;
    bool deletes = false;
};

// Takes `inactive:`, `replace:`, `delete:`, `protect:` and `active:` before a statement.
Prefixes take_prefixes(StatementWords& words)
{
    Prefixes prefixes;
    for (;;) {
        const std::string_view word = words.peek().text;
        if (word == "inactive:")
            prefixes.inactive = true;
        else if (word == "replace:")
            prefixes.replaces = true;
        else if (word == "delete:")
            prefixes.deletes = true;
        else if (word != "protect:" && word != "active:" && word != "merge:")
            return prefixes;
        words.next();
    }
}

class BraceBuilder {
public:
    BraceBuilder(Hierarchy& hierarchy, const Tree& tree) : hierarchy_(hierarchy), tree_(tree) { }

    void build()
    {
        if (tree_.root == nullptr)
            return;
        std::vector<Open> open{{tree_.root->first, outermost(hierarchy_)}};
        while (!open.empty()) {
            const Node* node = open.back().node;
            if (node == nullptr) {
                open.pop_back();
                continue;
            }
            open.back().node = node->next;
            const Chain inner = read(*node, open.back().chain);
            if (!inner.ended && node->first != nullptr)
                open.push_back({node->first, inner});
        }
    }

private:
    struct Open {
        const Node* node;
        Chain chain; ///< of the surrounding block
    };

    Chain read(const Node& node, const Chain& around)
    {
        Chain chain = around;
        chain.state = CoverageState::irrelevant;
        chain.told = chain.cut = chain.naked = false;
        chain.last = nullptr;
        StatementWords words(node.key, node.offset, hierarchy_.text());
        const Prefixes prefixes = take_prefixes(words);
        if (prefixes.deletes || (prefixes.inactive && !hierarchy_.keeps_inactive())) {
            if (prefixes.deletes)
                remove(chain, words, node);
            node.mark_subtree(CoverageState::irrelevant);
            chain.ended = true;
            return chain;
        }
        if (prefixes.replaces) {
            StatementWords again = words;
            remove(chain, again, node);
        }
        // People who paste a single configuration group leave out the word `groups`.
        if (around.block == hierarchy_.root() && node.first != nullptr && is_loose_group(node, words)) {
            Chain groups = around;
            StatementWords word("groups", node.offset, hierarchy_.text());
            follow(hierarchy_, groups, word, tree_, node);
            chain.block = groups.block;
            chain.grammar = groups.grammar;
        }
        follow(hierarchy_, chain, words, tree_, node);
        if (prefixes.inactive)
            deactivate_node(*around.block, node);
        if (chain.ended && chain.state != CoverageState::read) {
            node.mark_subtree(chain.state);
            return chain;
        }
        node.mark(chain.state);
        if (chain.ended) {
            for (const Node& inner : node)
                inner.mark_subtree(CoverageState::irrelevant);
        }
        return chain;
    }

    // Whether the node is a block with an unknown name that contains outermost keywords.
    static bool is_loose_group(const Node& node, const StatementWords& words)
    {
        StatementWords copy = words;
        const Word name = copy.next();
        if (!copy.next().empty() || configuration.find(name.text) != nullptr || name.text == "apply-groups")
            return false;
        constexpr std::array outer{std::string_view("interfaces"),
            std::string_view("class-of-service"),
            std::string_view("protocols"),
            std::string_view("system")};
        for (const std::string_view word : outer) {
            if (node.first->key == word)
                return true;
        }
        return false;
    }

    void remove(const Chain& around, StatementWords& words, const Node& node)
    {
        Chain chain = around;
        chain.last = nullptr;
        follow(hierarchy_, chain, words, tree_, node);
        if (chain.last != nullptr && (!chain.ended || chain.naked))
            Hierarchy::remove(chain.last);
    }

    Hierarchy& hierarchy_;
    const Tree& tree_;
};

}

void build_braces(Hierarchy& hierarchy, const Tree& tree) { BraceBuilder(hierarchy, tree).build(); }

}
