// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/open_table.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocelint::sonic {

/// Finds the index of a named item by the number of its namespace
/// and its name. The names are views that must outlive the index.
class NameIndex {
public:
    static constexpr std::uint32_t none = 0xffffffffU;

    [[nodiscard]] std::uint32_t find(std::string_view name, std::uint32_t space = 0) const
    {
        const Slot* slot = slots_.find(hash_name(name, space), IsIt{name, space});
        return slot == nullptr ? none : slot->index;
    }
    /// Adds the name, or gives it another index.
    void put(std::string_view name, std::uint32_t index, std::uint32_t space = 0)
    {
        const std::uint64_t hash = hash_name(name, space);
        slots_.at(hash, IsIt{name, space}) = {hash, name, space, index};
    }
    void reserve(std::size_t count) { slots_.reserve(count); }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::string_view name;
        std::uint32_t space = 0;
        std::uint32_t index = none;
        [[nodiscard]] bool taken() const { return index != none; }
    };
    struct IsIt {
        std::string_view name;
        std::uint32_t space;
        bool operator()(const Slot& slot) const { return slot.space == space && slot.name == name; }
    };

    OpenTable<Slot> slots_;
};

}
