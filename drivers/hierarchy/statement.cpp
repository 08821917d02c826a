// SPDX-License-Identifier: Apache-2.0
// The merged configuration that readers query; all notations of a language are read into it.
#include "drivers/hierarchy/statement.h"

namespace rocelint::hierarchy {

const Statement* Statement::child(std::string_view word) const
{
    for (const Statement& candidate : *this) {
        if (candidate.word() == word)
            return &candidate;
    }
    return nullptr;
}

const Statement* Statement::child(std::string_view word, std::string_view key_wanted) const
{
    for (const Statement& candidate : *this) {
        if (candidate.word() == word && candidate.key == key_wanted)
            return &candidate;
    }
    return nullptr;
}

std::string_view Statement::value(std::string_view word) const
{
    const Statement* found = child(word);
    return found == nullptr ? std::string_view{} : found->key;
}

Hierarchy::Hierarchy(Arena& statements, Arena& text, std::size_t expected_statements)
    : arena_(statements), text_(text), root_(statements.make<Statement>()), slots_(expected_statements)
{
}

std::uint64_t Hierarchy::hash_of(const Statement* block, const Keyword& keyword, std::string_view key)
{
    const auto salt
        = reinterpret_cast<std::uintptr_t>(block) ^ (reinterpret_cast<std::uintptr_t>(&keyword) << 20);
    return hash_name(key, salt);
}

bool Hierarchy::IsIt::operator()(const Slot& slot) const
{
    const Statement& found = *slot.statement;
    return found.parent == block && found.keyword == &keyword && identity_of(keyword, found.key) == key;
}

Statement* Hierarchy::find(const Statement* block, const Keyword& keyword, std::string_view key) const
{
    const std::string_view identity = identity_of(keyword, key);
    const Slot* slot = slots_.find(hash_of(block, keyword, identity), IsIt{block, keyword, identity});
    return slot == nullptr || slot->statement->deleted ? nullptr : slot->statement;
}

Statement* Hierarchy::put(
    Statement* block, const Keyword& keyword, std::string_view key, Span at, const Node* node)
{
    const std::string_view identity = identity_of(keyword, key);
    const std::uint64_t hash = hash_of(block, keyword, identity);
    Slot& slot = slots_.at(hash, IsIt{block, keyword, identity});
    Statement* known = slot.statement;
    if (known != nullptr && !known->deleted) {
        if (!keyword.is_block()) {
            known->key = key;
            known->at = at;
            known->node = node;
        }
        return known;
    }
    Statement* made = arena_.make<Statement>();
    made->keyword = &keyword;
    made->key = key;
    made->at = at;
    made->node = node;
    made->parent = block;
    (block->last == nullptr ? block->first : block->last->next) = made;
    block->last = made;
    ++count_;
    slot = {hash, made};
    if (keyword.applies) {
        for (Statement* up = block; up != nullptr && !up->applies; up = up->parent)
            up->applies = true;
    }
    return made;
}

void deactivate_node(Statement& block, const Node& node)
{
    for (Statement* child = block.first; child != nullptr; child = child->next) {
        if (child->node == &node)
            child->inactive = true;
    }
}

void Hierarchy::drop_inactive()
{
    std::vector<Statement*> gone;
    std::vector<Statement*> blocks{root_};
    while (!blocks.empty()) {
        Statement* block = blocks.back();
        blocks.pop_back();
        Statement* child = block->first;
        block->first = block->last = nullptr;
        while (child != nullptr) {
            Statement* following = child->next;
            child->next = nullptr;
            if (child->inactive || child->deleted) {
                gone.push_back(child);
            } else {
                (block->last == nullptr ? block->first : block->last->next) = child;
                block->last = child;
                if (child->first != nullptr)
                    blocks.push_back(child);
            }
            child = following;
        }
    }
    for (Statement* top : gone) {
        top->deleted = true;
        visit_statements(top, [](Statement& statement) {
            if (statement.node != nullptr && statement.node->state == CoverageState::read)
                statement.node->mark(CoverageState::irrelevant);
        });
    }
}

}
