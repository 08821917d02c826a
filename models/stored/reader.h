// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/stored/bytes.h"
#include "models/stored/frame.h"
#include "models/stored/members.h"

#include <array>
#include <bit>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rocelint::stored {

/// Reads records that a Writer wrote. For bytes that no Writer wrote, done() is false at the end and the
/// records must not be used. Even then, it reads within the bytes, and spans stay within the files.
class Reader {
public:
    /// Texts that are not in any file are copied to `arena`, so the bytes may be freed.
    Reader(std::string_view bytes, const Frame& frame, Arena& arena)
        : in_(bytes), frame_(frame), arena_(arena)
    {
    }

    template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>) void operator()(T& value)
    {
        if constexpr (std::is_enum_v<T>) {
            std::underlying_type_t<T> number{};
            (*this)(number);
            value = static_cast<T>(number);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = in_.byte() != 0;
        } else if constexpr (sizeof(T) == 1) {
            value = static_cast<T>(in_.byte());
        } else if constexpr (std::is_signed_v<T>) {
            value = static_cast<T>(in_.signed_number());
        } else {
            value = static_cast<T>(in_.number());
        }
    }
    void operator()(float& value) { value = std::bit_cast<float>(static_cast<std::uint32_t>(in_.number())); }
    template <class Rep, class Period>
    void operator()(std::chrono::duration<Rep, Period>& value)
    {
        Rep count{};
        (*this)(count);
        value = std::chrono::duration<Rep, Period>(count);
    }
    void operator()(std::string& value) { value = in_.text(); }
    void operator()(std::string_view& value);
    void operator()(Span& value);
    void operator()(PortId& value);
    void operator()(OriginId& value)
    {
        value.packed = std::rotr(static_cast<std::uint32_t>(in_.number()), 3);
        if (origins_ != nullptr && !origins_->has(value))
            in_.fail();
    }
    void operator()(Origins& value)
    {
        std::vector<Span> spans;
        std::vector<Origin> longer;
        (*this)(spans);
        (*this)(longer);
        if (longer.empty())
            return in_.fail();
        value = Origins(std::move(spans), std::move(longer));
        origins_ = &value;
    }
    void operator()(std::shared_ptr<Arena>&) { }
    void operator()(SubnetIndex&) { }
    template <class T>
    void operator()(Held<T>& value)
    {
        if (in_.byte() == 0)
            return;
        (*this)(value.emplace());
        if constexpr (std::is_same_v<T, Subnet>) {
            if (!in_.failed() && !value->is_sound())
                in_.fail();
            if (!in_.failed())
                value->seal();
        }
    }

    template <class T>
    void operator()(Setting<T>& value)
    {
        (*this)(value.origin);
        (*this)(value.value);
    }
    template <class T>
    void operator()(std::vector<T>& values)
    {
        // Elements usually take more than one byte, so a false count runs out of bytes before it takes much
        // memory.
        constexpr std::size_t most_at_once = std::size_t{1} << 16;
        const std::size_t count = in_.count();
        values.clear();
        values.reserve(std::min(count, most_at_once));
        for (std::size_t index = 0; index < count && !in_.failed(); ++index)
            (*this)(values.emplace_back());
    }
    template <class T, std::size_t size>
    void operator()(std::array<T, size>& values)
    {
        for (T& value : values)
            (*this)(value);
    }
    template <class T>
    void operator()(std::optional<T>& value)
    {
        value.reset();
        if (in_.byte() != 0)
            (*this)(value.emplace());
    }
    template <class... T>
    void operator()(std::variant<T...>& value)
    {
        const std::uint8_t wanted = in_.byte();
        if (wanted >= sizeof...(T))
            return in_.fail();
        std::uint8_t index = 0;
        const auto try_one = [&]<class One>(std::type_identity<One>) {
            if (index++ == wanted)
                (*this)(value.template emplace<One>());
        };
        (try_one(std::type_identity<T>{}), ...);
    }
    template <Record T>
    void operator()(T& record)
    {
        for_each_member(record, *this);
    }
    template <class T>
    void operator()(Files<T>, std::vector<SourceId>& files)
    {
        files.resize(in_.count());
        for (SourceId& file : files)
            file = read_file();
    }

    [[nodiscard]] bool failed() const { return in_.failed(); }
    /// Whether everything was read without errors.
    [[nodiscard]] bool done() const { return in_.done(); }

private:
    [[nodiscard]] SourceId read_file();

    ByteReader in_;
    const Frame& frame_;
    Arena& arena_;
    std::vector<std::string_view> texts_;
    const Origins* origins_ = nullptr; ///< origins of the device being read
    std::uint32_t last_offset_ = 0;
    std::size_t last_size_ = 0; ///< size of the last file that read_file() returned
};

}
