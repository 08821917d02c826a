// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint::confined {

/// Appends numbers and texts to a string of bytes.
class ByteWriter {
public:
    /// Writes seven bits per byte, lowest first, because most numbers are small.
    void number(std::uint64_t value)
    {
        char digits[longest_number];
        std::size_t size = 0;
        while (value > 0x7fU) {
            digits[size++] = static_cast<char>(value | 0x80U);
            value >>= 7U;
        }
        digits[size++] = static_cast<char>(value);
        bytes_.append(digits, size);
    }
    void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
    void text(std::string_view text)
    {
        number(text.size());
        bytes_.append(text);
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

    static constexpr std::size_t longest_number = 10;

private:
    std::string bytes_;
};

/// Reads what a ByteWriter wrote. Past the end, and after bytes that no ByteWriter writes, all values are
/// zero and failed() is true.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes)
        : at_(reinterpret_cast<const std::uint8_t*>(bytes.data())), end_(at_ + bytes.size())
    {
    }

    std::uint64_t number()
    {
        if (at_ != end_ && *at_ < 0x80U)
            return *at_++;
        return long_number();
    }
    std::uint8_t byte()
    {
        if (at_ == end_) {
            fail();
            return 0;
        }
        return *at_++;
    }
    std::string_view text()
    {
        const std::uint64_t size = number();
        if (left() < size) {
            fail();
            return {};
        }
        const char* begin = reinterpret_cast<const char*>(at_);
        at_ += size;
        return {begin, static_cast<std::size_t>(size)};
    }
    [[nodiscard]] bool failed() const { return failed_; }
    /// Whether everything was read without failure.
    [[nodiscard]] bool done() const { return !failed_ && at_ == end_; }

private:
    void fail()
    {
        failed_ = true;
        at_ = end_;
    }
    [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

    std::uint64_t long_number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t digit = byte();
            value |= static_cast<std::uint64_t>(digit & 0x7fU) << shift;
            if (digit < 0x80U)
                return value;
        }
        fail();
        return 0;
    }

    const std::uint8_t* at_;
    const std::uint8_t* end_;
    bool failed_ = false;
};

}
