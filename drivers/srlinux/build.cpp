// SPDX-License-Identifier: Apache-2.0
// Blocks and JSON as statements; lines are read by drivers/hierarchy.
#include "drivers/srlinux/build.h"

#include "drivers/hierarchy/chain.h"

#include <vector>

namespace rocelint::srlinux {
namespace {

using hierarchy::Chain;
using hierarchy::StatementWords;

class BlockBuilder {
public:
    BlockBuilder(Hierarchy& hierarchy, const Tree& tree) : hierarchy_(hierarchy), tree_(tree) { }

    void build()
    {
        std::vector<Open> open{{tree_.root->first, hierarchy::outermost(hierarchy_, language)}};
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
        hierarchy::follow(hierarchy_, chain, words, tree_, node);
        if (chain.ended)
            node.mark_subtree(chain.state);
        else
            node.mark(chain.state);
        return chain;
    }

    Hierarchy& hierarchy_;
    const Tree& tree_;
};

class JsonBuilder {
public:
    JsonBuilder(Hierarchy& hierarchy, const Tree& tree) : hierarchy_(hierarchy), tree_(tree) { }

    // The depth of the document is limited by its reader.
    void read_object(const Node& object, Statement& block, const Grammar& level)
    {
        object.mark(CoverageState::read);
        for (const Node& member : object) {
            const Keyword* keyword = level.find(local_name(member.key));
            if (keyword == nullptr || (keyword->is_block() && keyword->inside == nullptr)) {
                if (!is_key_of(member, block)) {
                    block.holds_more = true;
                    member.mark_subtree(keyword == nullptr ? level.others : keyword->state);
                }
                continue;
            }
            if (!keyword->further_key)
                read_member(member, block, *keyword);
        }
    }

private:
    // Whether the member holds a name of the list entry that the block is.
    static bool is_key_of(const Node& member, const Statement& block)
    {
        for (const Statement* at = &block; at->keyword != nullptr; at = at->parent) {
            if (local_name(member.key) == at->keyword->key_name) {
                member.mark(CoverageState::read);
                return true;
            }
            if (!at->keyword->further_key)
                break;
        }
        return false;
    }

    void read_member(const Node& member, Statement& block, const Keyword& keyword)
    {
        const bool is_array = member.kind == Node::Kind::array;
        switch (keyword.form) {
        case Form::flag:
        case Form::value:
            if (member.is_container())
                return member.mark_subtree(CoverageState::unrecognised);
            hierarchy_.put(&block, keyword, local_name(member.value), tree_.span(member), &member);
            return member.mark(keyword.state);
        case Form::list:
            if (!is_array)
                return member.mark_subtree(CoverageState::unrecognised);
            member.mark(keyword.state);
            for (const Node& element : member) {
                hierarchy_.put(&block, keyword, element.value, tree_.span(element), &element);
                element.mark(element.is_container() ? CoverageState::unrecognised : keyword.state);
            }
            return;
        case Form::block:
            if (member.kind != Node::Kind::object)
                return member.mark_subtree(CoverageState::unrecognised);
            return read_object(
                member, *hierarchy_.put(&block, keyword, {}, tree_.span(member), &member), *keyword.inside);
        case Form::named:
            if (!is_array)
                return member.mark_subtree(CoverageState::unrecognised);
            member.mark(CoverageState::read);
            for (const Node& entry : member)
                read_entry(entry, block, keyword);
        }
    }

    // One object of a list, with all its keys.
    void read_entry(const Node& entry, Statement& around, const Keyword& first)
    {
        Statement* block = &around;
        for (const Keyword* keyword = &first; keyword != nullptr;) {
            const Node* name = nullptr;
            for (const Node& member : entry) {
                if (local_name(member.key) == keyword->key_name)
                    name = &member;
            }
            if (entry.kind != Node::Kind::object || name == nullptr || name->is_container())
                return entry.mark_subtree(CoverageState::unrecognised);
            name->mark(CoverageState::read);
            block = hierarchy_.put(block, *keyword, name->value, tree_.span(*name), &entry);
            const std::span<const Keyword> inside = keyword->inside->keywords;
            keyword = !inside.empty() && inside.front().further_key ? &inside.front() : nullptr;
        }
        read_object(entry, *block, *block->keyword->inside);
    }

    Hierarchy& hierarchy_;
    const Tree& tree_;
};

}

void build(Hierarchy& hierarchy, const Tree& tree)
{
    if (tree.root == nullptr)
        return;
    switch (notation_of(tree.source->text())) {
    case Notation::lines:
        return hierarchy::build_commands(hierarchy, language, tree);
    case Notation::blocks:
        return BlockBuilder(hierarchy, tree).build();
    case Notation::json:
        if (tree.root->kind == Node::Kind::object)
            JsonBuilder(hierarchy, tree).read_object(*tree.root, *hierarchy.root(), *language.configuration);
    }
}

}
