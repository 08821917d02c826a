// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet/subnet.h"
#include "models/text/ascii.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::ib_fabric {

/// Reads one line from left to right.
class Scan {
public:
    explicit Scan(std::string_view line) : rest_(line) { }

    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    Scan& blanks()
    {
        std::size_t count = 0;
        while (count < rest_.size() && ascii::is_blank(rest_[count]))
            ++count;
        rest_.remove_prefix(count);
        return *this;
    }
    /// Takes `text` if it is next.
    bool take(std::string_view text)
    {
        if (!rest_.starts_with(text))
            return false;
        rest_.remove_prefix(text.size());
        return true;
    }
    bool take(char c)
    {
        if (rest_.empty() || rest_.front() != c)
            return false;
        rest_.remove_prefix(1);
        return true;
    }
    /// Takes decimal digits. Returns nothing and takes nothing if there are none, or if the number is above
    /// `most`.
    [[nodiscard]] std::optional<std::uint64_t> decimal(std::uint64_t most = 0xffffffffffffffffULL)
    {
        return number(10, most);
    }
    /// Takes hexadecimal digits, with or without a leading "0x".
    [[nodiscard]] std::optional<std::uint64_t> hexadecimal(std::uint64_t most = 0xffffffffffffffffULL)
    {
        const std::string_view before = rest_;
        take("0x");
        const auto value = number(16, most);
        if (!value)
            rest_ = before;
        return value;
    }
    /// Takes a hexadecimal number if it starts with "0x", else a decimal one.
    [[nodiscard]] std::optional<std::uint64_t> either(std::uint64_t most = 0xffffffffffffffffULL)
    {
        return rest_.starts_with("0x") ? hexadecimal(most) : decimal(most);
    }
    /// Takes the text between two `quote` characters; nothing if it does not begin here or does not end.
    [[nodiscard]] std::optional<std::string_view> quoted(char quote = '"')
    {
        if (rest_.empty() || rest_.front() != quote)
            return std::nullopt;
        const std::size_t close = rest_.find(quote, 1);
        if (close == std::string_view::npos)
            return std::nullopt;
        const std::string_view inside = rest_.substr(1, close - 1);
        rest_.remove_prefix(close + 1);
        return inside;
    }
    /// Takes the text up to the next blank.
    std::string_view word()
    {
        std::size_t count = 0;
        while (count < rest_.size() && !ascii::is_blank(rest_[count]))
            ++count;
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    /// Takes everything up to and including `text`, and returns the part before it. Returns nothing and takes
    /// nothing if the rest of the line does not contain it.
    [[nodiscard]] std::optional<std::string_view> up_to(std::string_view text)
    {
        const std::size_t at = rest_.find(text);
        if (at == std::string_view::npos)
            return std::nullopt;
        const std::string_view taken = rest_.substr(0, at);
        rest_.remove_prefix(at + text.size());
        return taken;
    }

private:
    [[nodiscard]] std::optional<std::uint64_t> number(unsigned base, std::uint64_t most)
    {
        std::uint64_t value = 0;
        std::size_t count = 0;
        for (; count < rest_.size(); ++count) {
            const int value_of_digit = ascii::hex_value(rest_[count]);
            const auto digit = static_cast<unsigned>(value_of_digit);
            if (value_of_digit < 0 || digit >= base)
                break;
            if (value > (most - digit) / base)
                return std::nullopt;
            value = value * base + digit;
        }
        if (count == 0)
            return std::nullopt;
        rest_.remove_prefix(count);
        return value;
    }

    std::string_view rest_;
};

/// Parses "4x", "4X". Like the functions below, returns nothing for any other text.
[[nodiscard]] std::optional<IbWidth> width_of(std::string_view text);
/// Parses "EDR".
[[nodiscard]] std::optional<IbSpeed> speed_of_word(std::string_view text);
/// Parses the signaling rate of a lane: "25.78125 Gbps", "2.5", "FDR10".
[[nodiscard]] std::optional<IbSpeed> speed_of_rate(std::string_view text);
/// Parses the bits of LinkSpeedActive, LinkSpeedExtActive << 8, vendor bits << 16 and LinkSpeedExt2Active <<
/// 24, as ibdiagnet combines them (ibutils2, ibdm/datamodel/Fabric.h: IBLinkSpeed).
[[nodiscard]] IbSpeeds speeds_of_bits(std::uint64_t bits);
/// Parses the bits of LinkWidthSupported (IBA 14.2.5.6; 2x by its release 1.3.1).
[[nodiscard]] IbWidths widths_of_bits(std::uint64_t bits);
[[nodiscard]] std::optional<IbPortState> state_of(std::string_view text);
[[nodiscard]] std::optional<IbPhysicalState> physical_state_of(std::string_view text);
/// Converts the MTU codes of IBA: "1: 256, 2: 512, …, 5: 4096 bytes".
[[nodiscard]] std::optional<Bytes> mtu_of_code(std::uint64_t code);
/// Returns the counter that a tool calls by this name ("SymbolErrorCounter").
[[nodiscard]] std::optional<IbCounterKind> counter_of(std::string_view name);

}
