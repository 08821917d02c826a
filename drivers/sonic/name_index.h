// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// Finds the index of a named thing, by the number of its namespace and its name. Names are views that must outlive it.
class NameIndex {
public:
    static constexpr std::uint32_t none = 0xffffffffU;

    [[nodiscard]] std::uint32_t find(std::string_view name, std::uint32_t space = 0) const;
    /// Adds the name, or gives it another index.
    void put(std::string_view name, std::uint32_t index, std::uint32_t space = 0);
    void reserve(std::size_t count);

private:
    struct Slot {
        std::string_view name;
        std::uint32_t space = 0;
        std::uint32_t index = none;
    };
    [[nodiscard]] static std::uint64_t hash(std::string_view name, std::uint32_t space);
    [[nodiscard]] std::size_t slot_of(std::string_view name, std::uint32_t space) const;
    void grow(std::size_t capacity);

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

}
