// SPDX-License-Identifier: Apache-2.0
// Rows refer to each other by name, thousands of times on a large switch; open addressing without a copy of the
// names.
#include "drivers/sonic/name_index.h"

#include <bit>
#include <cstring>

namespace rocelint::sonic {

std::uint64_t NameIndex::hash(std::string_view name, std::uint32_t space)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = name.size() * odd + space;
    while (name.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, name.data(), 8);
        mixed = (mixed ^ word) * odd;
        mixed ^= mixed >> 29;
        name.remove_prefix(8);
    }
    std::uint64_t word = 0;
    if (!name.empty())
        std::memcpy(&word, name.data(), name.size());
    mixed = (mixed ^ word) * odd;
    return mixed ^ (mixed >> 32);
}

std::size_t NameIndex::slot_of(std::string_view name, std::uint32_t space) const
{
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash(name, space) & mask;
    while (slots_[slot].index != none && (slots_[slot].space != space || slots_[slot].name != name))
        slot = (slot + 1) & mask;
    return slot;
}

std::uint32_t NameIndex::find(std::string_view name, std::uint32_t space) const
{
    return slots_.empty() ? none : slots_[slot_of(name, space)].index;
}

void NameIndex::put(std::string_view name, std::uint32_t index, std::uint32_t space)
{
    if ((count_ + 1) * 2 > slots_.size())
        grow(slots_.empty() ? 16 : slots_.size() * 2);
    Slot& slot = slots_[slot_of(name, space)];
    count_ += slot.index == none ? 1 : 0;
    slot = {name, space, index};
}

void NameIndex::reserve(std::size_t count)
{
    const std::size_t capacity = std::bit_ceil(count * 2 + 16);
    if (capacity > slots_.size())
        grow(capacity);
}

void NameIndex::grow(std::size_t capacity)
{
    std::vector<Slot> old(capacity);
    old.swap(slots_);
    for (const Slot& slot : old) {
        if (slot.index != none)
            slots_[slot_of(slot.name, slot.space)] = slot;
    }
}

}
