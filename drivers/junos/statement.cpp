// SPDX-License-Identifier: Apache-2.0
// The merged configuration that readers ask; three notations end here.
#include "drivers/junos/statement.h"

#include <bit>
#include <cstring>

namespace rocelint::junos {

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
    : arena_(statements)
    , text_(text)
    , root_(statements.make<Statement>())
    , slots_(std::bit_ceil(expected_statements * 2 + 64))
{
}

std::uint64_t Hierarchy::hash_of(const Statement* block, const Keyword& keyword, std::string_view key)
{
    std::uint64_t mixed
        = (reinterpret_cast<std::uintptr_t>(block) ^ (reinterpret_cast<std::uintptr_t>(&keyword) << 20))
        * 0x9e3779b97f4a7c15ULL;
    while (key.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, key.data(), 8);
        mixed = (mixed ^ word) * 0x9e3779b97f4a7c15ULL;
        mixed ^= mixed >> 32;
        key.remove_prefix(8);
    }
    std::uint64_t tail = key.size();
    for (const char c : key)
        tail = tail << 8 | static_cast<unsigned char>(c);
    mixed = (mixed ^ tail) * 0xc2b2ae3d27d4eb4fULL;
    return (mixed ^ (mixed >> 29)) | 1;
}

std::size_t Hierarchy::slot_of(
    std::uint64_t hash, const Statement* block, const Keyword& keyword, std::string_view key) const
{
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (hash >> 7) & mask;
    while (slots_[at].statement != nullptr) {
        const Statement& found = *slots_[at].statement;
        if (slots_[at].hash == hash && found.parent == block && found.keyword == &keyword
            && identity_of(keyword, found.key) == key)
            break;
        at = (at + 1) & mask;
    }
    return at;
}

void Hierarchy::grow()
{
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.statement == nullptr)
            continue;
        std::size_t at = (slot.hash >> 7) & mask;
        while (slots_[at].statement != nullptr)
            at = (at + 1) & mask;
        slots_[at] = slot;
    }
}

Statement* Hierarchy::find(const Statement* block, const Keyword& keyword, std::string_view key) const
{
    const std::string_view identity = identity_of(keyword, key);
    Statement* found = slots_[slot_of(hash_of(block, keyword, identity), block, keyword, identity)].statement;
    return found != nullptr && found->deleted ? nullptr : found;
}

Statement* Hierarchy::put(
    Statement* block, const Keyword& keyword, std::string_view key, Span at, const Node* node)
{
    const std::string_view identity = identity_of(keyword, key);
    const std::uint64_t hash = hash_of(block, keyword, identity);
    const std::size_t slot = slot_of(hash, block, keyword, identity);
    Statement* known = slots_[slot].statement;
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
    slots_[slot] = {hash, made};
    if (known == nullptr && ++used_ * 2 > slots_.size())
        grow();
    if (&keyword == &apply_groups || &keyword == &apply_groups_except) {
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
