// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/bytes.h"
#include "models/stored/members.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace rocelint::stored {

/// The meaning of records as bytes for a key: every value, and the kind of its origin. Leaves out where
/// values are written, so that an extra line above them does not change the key.
class Meaning {
public:
    template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>) void operator()(T value)
    {
        if constexpr (std::is_enum_v<T>)
            (*this)(static_cast<std::underlying_type_t<T>>(value));
        else if constexpr (std::is_signed_v<T>)
            out_.signed_number(value);
        else
            out_.number(value);
    }
    template <class Rep, class Period>
    void operator()(std::chrono::duration<Rep, Period> value)
    {
        (*this)(value.count());
    }
    void operator()(std::string_view value) { out_.text(value); }
    void operator()(const Span&) { }
    void operator()(OriginId value) { (*this)(value.kind()); }
    template <class T>
    void operator()(const Setting<T>& value)
    {
        (*this)(value.origin);
        (*this)(value.value);
    }
    template <class T>
    void operator()(const std::vector<T>& values)
    {
        out_.number(values.size());
        for (const T& value : values)
            (*this)(value);
    }
    template <class T, std::size_t size>
    void operator()(const std::array<T, size>& values)
    {
        for (const T& value : values)
            (*this)(value);
    }
    template <class T>
    void operator()(const std::optional<T>& value)
    {
        out_.byte(value ? 1 : 0);
        if (value)
            (*this)(*value);
    }
    template <Record T>
    void operator()(const T& record)
    {
        for_each_member(record, *this);
    }

    [[nodiscard]] std::string_view bytes() const { return out_.bytes(); }

private:
    ByteWriter out_;
};

}
