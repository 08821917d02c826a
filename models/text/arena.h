// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rocelint {

/// Memory that is freed all at once. Objects in it must not need a destructor.
class Arena {
public:
    explicit Arena(std::size_t first_block = 4096) : resource_(first_block) { }

    template <class T, class... Args>
    [[nodiscard]] T* make(Args&&... args)
    {
        static_assert(std::is_trivially_destructible_v<T>);
        return ::new (resource_.allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
    }

    /// A copy of `text` that lives as long as the arena.
    [[nodiscard]] std::string_view keep(std::string_view text)
    {
        if (text.empty())
            return {};
        char* copy = static_cast<char*>(resource_.allocate(text.size(), 1));
        std::memcpy(copy, text.data(), text.size());
        return {copy, text.size()};
    }

    [[nodiscard]] char* bytes(std::size_t size) { return static_cast<char*>(resource_.allocate(size, 1)); }

private:
    std::pmr::monotonic_buffer_resource resource_;
};

}
