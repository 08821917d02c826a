// SPDX-License-Identifier: Apache-2.0
// The program's one open-addressing table, for readers that look up many short names. std::unordered_map
// would need an allocation for each and has poor memory locality.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// Mixes a name and a salt into a number with well-distributed low bits.
[[nodiscard]] inline std::uint64_t hash_name(std::string_view name, std::uint64_t salt = 0)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = name.size() * odd + salt;
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

/// Entries by hash, with linear probing; at most half of the slots are used. An Entry equal to `Entry{}`
/// marks a free slot: its `taken()` is false. Its `hash` is the hash that it was stored under.
template <class Entry>
class OpenTable {
public:
    OpenTable() = default;
    explicit OpenTable(std::size_t expected) { reserve(expected); }

    void reserve(std::size_t expected)
    {
        const std::size_t wanted = std::bit_ceil(expected * 2 + 16);
        if (wanted > slots_.size())
            grow(wanted);
    }

    /// The entry of this hash for which `is_it` holds, or null.
    template <class IsIt>
    [[nodiscard]] const Entry* find(std::uint64_t hash, IsIt is_it) const
    {
        if (slots_.empty())
            return nullptr;
        const Entry& slot = slots_[slot_of(hash, is_it)];
        return slot.taken() ? &slot : nullptr;
    }

    /// The slot of that entry. If it is not taken, the caller must fill it. Valid until the next call.
    template <class IsIt>
    [[nodiscard]] Entry& at(std::uint64_t hash, IsIt is_it)
    {
        if ((count_ + 1) * 2 > slots_.size())
            grow(slots_.empty() ? 16 : slots_.size() * 2);
        Entry& slot = slots_[slot_of(hash, is_it)];
        count_ += slot.taken() ? 0 : 1;
        return slot;
    }

private:
    template <class IsIt>
    [[nodiscard]] std::size_t slot_of(std::uint64_t hash, IsIt is_it) const
    {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        while (slots_[slot].taken() && !(slots_[slot].hash == hash && is_it(slots_[slot])))
            slot = (slot + 1) & mask;
        return slot;
    }

    void grow(std::size_t wanted)
    {
        std::vector<Entry> old(wanted);
        old.swap(slots_);
        for (Entry& entry : old) {
            if (entry.taken())
                slots_[slot_of(entry.hash, [](const Entry&) { return false; })] = std::move(entry);
        }
    }

    std::vector<Entry> slots_;
    std::size_t count_ = 0;
};

}
