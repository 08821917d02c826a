// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/subnet.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::ib_fabric {

/// Goes through one line from left to right.
class Scan {
public:
    explicit Scan(std::string_view line) : rest_(line) { }

    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    Scan& blanks()
    {
        std::size_t count = 0;
        while (count < rest_.size() && (rest_[count] == ' ' || rest_[count] == '\t'))
            ++count;
        rest_.remove_prefix(count);
        return *this;
    }
    /// Takes `text` if it stands here.
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
    /// Digits of base ten. Nothing, and nothing taken, where there are none or the number is above `most`.
    [[nodiscard]] std::optional<std::uint64_t> decimal(std::uint64_t most = 0xffffffffffffffffULL)
    {
        return number(10, most);
    }
    /// Digits of base sixteen, with "0x" before them or without.
    [[nodiscard]] std::optional<std::uint64_t> hexadecimal(std::uint64_t most = 0xffffffffffffffffULL)
    {
        const std::string_view before = rest_;
        take("0x");
        const auto value = number(16, most);
        if (!value)
            rest_ = before;
        return value;
    }
    /// In hexadecimal behind "0x", else in decimal.
    [[nodiscard]] std::optional<std::uint64_t> either(std::uint64_t most = 0xffffffffffffffffULL)
    {
        return rest_.starts_with("0x") ? hexadecimal(most) : decimal(most);
    }
    /// What stands between two of `quote`; nothing where it does not begin or end here.
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
    /// Up to the next blank.
    std::string_view word()
    {
        std::size_t count = 0;
        while (count < rest_.size() && rest_[count] != ' ' && rest_[count] != '\t')
            ++count;
        const std::string_view taken = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return taken;
    }
    /// Everything before `text`, which is taken too. Nothing, and nothing taken, where it does not stand in the line.
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
            const char c = rest_[count];
            const unsigned digit = c >= '0' && c <= '9' ? static_cast<unsigned>(c - '0')
                : c >= 'a' && c <= 'f'                  ? static_cast<unsigned>(c - 'a') + 10
                : c >= 'A' && c <= 'F'                  ? static_cast<unsigned>(c - 'A') + 10
                                                        : 99;
            if (digit >= base)
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

/// The text without the blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// "4x", "4X"; nothing for any other text, here and below.
[[nodiscard]] std::optional<IbWidth> width_of(std::string_view text);
/// "EDR"
[[nodiscard]] std::optional<IbSpeed> speed_of_word(std::string_view text);
/// "25.78125 Gbps", "2.5", "FDR10": what a lane signals.
[[nodiscard]] std::optional<IbSpeed> speed_of_rate(std::string_view text);
/// Bits of LinkSpeedActive, LinkSpeedExtActive << 8, vendor's bits << 16 and LinkSpeedExt2Active << 24, as ibdiagnet joins them
/// (ibutils2, ibdm/datamodel/Fabric.h: IBLinkSpeed).
[[nodiscard]] IbSpeeds speeds_of_bits(std::uint64_t bits);
/// Bits of LinkWidthSupported (IBA 14.2.5.6; 2x by its release 1.3.1).
[[nodiscard]] IbWidths widths_of_bits(std::uint64_t bits);
[[nodiscard]] std::optional<IbPortState> state_of(std::string_view text);
[[nodiscard]] std::optional<IbPhysicalState> physical_state_of(std::string_view text);
/// "1: 256, 2: 512, …, 5: 4096 bytes", as IBA codes an MTU.
[[nodiscard]] std::optional<Bytes> mtu_of_code(std::uint64_t code);
/// The counter that a tool calls so ("SymbolErrorCounter").
[[nodiscard]] std::optional<IbCounterKind> counter_of(std::string_view name);

}
