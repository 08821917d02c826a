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
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace rocelint::stored {

/// Turns records into bytes that a Reader with an equal Frame turns back into the same records. Text that is
/// part of a file of the frame is stored as its position.
class Writer {
public:
    explicit Writer(const Frame& frame) : frame_(frame) { }

    template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>) void operator()(T value)
    {
        if constexpr (std::is_enum_v<T>)
            (*this)(static_cast<std::underlying_type_t<T>>(value));
        else if constexpr (sizeof(T) == 1)
            out_.byte(static_cast<std::uint8_t>(value));
        else if constexpr (std::is_signed_v<T>)
            out_.signed_number(value);
        else
            out_.number(value);
    }
    void operator()(float value) { out_.number(std::bit_cast<std::uint32_t>(value)); }
    template <class Rep, class Period>
    void operator()(std::chrono::duration<Rep, Period> value)
    {
        (*this)(value.count());
    }
    void operator()(const std::string& value) { out_.text(value); }
    void operator()(std::string_view value);
    void operator()(const Span& value);
    void operator()(const PortId& value);
    void operator()(OriginId value) { out_.number(std::rotl(value.packed, 3)); }
    void operator()(const Origins& value)
    {
        (*this)(value.spans());
        (*this)(value.longer());
    }
    void operator()(const std::shared_ptr<Arena>&) { } // its texts are written where they are used
    void operator()(const SubnetIndex&) { } // Reader rebuilds it
    template <class T>
    void operator()(const Held<T>& value)
    {
        out_.byte(value ? 1 : 0);
        if (value)
            (*this)(*value);
    }

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
    template <class... T>
    void operator()(const std::variant<T...>& value)
    {
        out_.byte(static_cast<std::uint8_t>(value.index()));
        std::visit(*this, value);
    }
    void operator()(const Origin& value)
    {
        note_ = true;
        for_each_member(value, *this);
        note_ = false;
    }
    template <Record T>
    void operator()(const T& record)
    {
        for_each_member(record, *this);
    }
    template <class T>
    void operator()(Files<T>, const std::vector<SourceId>& files)
    {
        out_.number(files.size());
        for (const SourceId file : files)
            write_file(file);
    }

    /// Whether everything points into the frame. If not, the bytes cannot be read back.
    [[nodiscard]] bool complete() const { return complete_; }
    /// Texts that are in no file of the frame, except notes of origins, which are shown to users anyway.
    [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }
    [[nodiscard]] std::string take() { return out_.take(); }

private:
    void write_file(SourceId file);

    const Frame& frame_;
    ByteWriter out_;
    std::unordered_map<std::string_view, std::uint32_t> known_texts_;
    std::vector<std::string_view> texts_;
    std::uint32_t last_offset_ = 0;
    bool complete_ = true;
    bool note_ = false; ///< the current text belongs to an origin
};

}
