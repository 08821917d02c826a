// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {

/// The 802.1p value, 0 to 7, that PFC pauses (802.1Q-2022 clause 36).
using Priority = std::uint8_t;
/// A differentiated-services code point, 0 to 63 (RFC 2474).
using Dscp = std::uint8_t;

/// Iterates over the members of a set that stores member n in bit n, in ascending order. The iterator copies
/// the bits, so changing the set does not affect a running loop.
template <class Bits>
class MemberIterator {
public:
    using value_type = std::uint8_t;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;

    constexpr MemberIterator() = default;
    constexpr explicit MemberIterator(Bits left) : left_(left) { }
    [[nodiscard]] constexpr value_type operator*() const
    {
        return static_cast<value_type>(std::countr_zero(left_));
    }
    constexpr MemberIterator& operator++()
    {
        left_ = static_cast<Bits>(left_ & (left_ - 1));
        return *this;
    }
    constexpr MemberIterator operator++(int)
    {
        MemberIterator before = *this;
        ++*this;
        return before;
    }
    friend constexpr bool operator==(MemberIterator, MemberIterator) = default;

private:
    Bits left_ = 0;
};

/// A set of priorities (or of traffic classes 0 to 7) in one byte.
struct PrioritySet {
    using Iterator = MemberIterator<std::uint8_t>;
    std::uint8_t bits = 0;

    [[nodiscard]] static constexpr PrioritySet of(Priority priority)
    {
        return {static_cast<std::uint8_t>(priority < 8 ? 1U << priority : 0U)};
    }
    [[nodiscard]] static constexpr PrioritySet all() { return {0xFF}; }
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits); }
    [[nodiscard]] constexpr Iterator end() const { return {}; }
    /// The lowest member of a set that is not empty.
    [[nodiscard]] constexpr Priority first() const { return *begin(); }
    [[nodiscard]] constexpr bool has(Priority priority) const
    {
        return priority < 8 && ((bits >> priority) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool empty() const { return bits == 0; }
    [[nodiscard]] constexpr int size() const { return std::popcount(bits); }
    /// Whether every member of `other` is a member.
    [[nodiscard]] constexpr bool contains(PrioritySet other) const { return (other.bits & ~bits) == 0; }
    constexpr void insert(Priority priority) { bits = static_cast<std::uint8_t>(bits | of(priority).bits); }
    constexpr void erase(Priority priority) { bits = static_cast<std::uint8_t>(bits & ~of(priority).bits); }
    friend constexpr PrioritySet operator|(PrioritySet a, PrioritySet b)
    {
        return {static_cast<std::uint8_t>(a.bits | b.bits)};
    }
    friend constexpr PrioritySet operator&(PrioritySet a, PrioritySet b)
    {
        return {static_cast<std::uint8_t>(a.bits & b.bits)};
    }
    /// Members of `a` that are not in `b`.
    friend constexpr PrioritySet operator-(PrioritySet a, PrioritySet b)
    {
        return {static_cast<std::uint8_t>(a.bits & ~b.bits)};
    }
    friend constexpr bool operator==(PrioritySet, PrioritySet) = default;
};

/// A set of DSCPs in eight bytes.
struct DscpSet {
    using Iterator = MemberIterator<std::uint64_t>;
    std::uint64_t bits = 0;

    [[nodiscard]] static constexpr DscpSet all() { return {~std::uint64_t{0}}; }
    [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits); }
    [[nodiscard]] constexpr Iterator end() const { return {}; }
    /// The lowest member of a set that is not empty.
    [[nodiscard]] constexpr Dscp first() const { return *begin(); }
    [[nodiscard]] constexpr bool has(Dscp dscp) const { return dscp < 64 && ((bits >> dscp) & 1U) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits == 0; }
    [[nodiscard]] constexpr int size() const { return std::popcount(bits); }
    constexpr void insert(Dscp dscp) { bits |= dscp < 64 ? std::uint64_t{1} << dscp : 0; }
    friend constexpr DscpSet operator|(DscpSet a, DscpSet b) { return {a.bits | b.bits}; }
    friend constexpr DscpSet operator&(DscpSet a, DscpSet b) { return {a.bits & b.bits}; }
    friend constexpr DscpSet operator-(DscpSet a, DscpSet b) { return {a.bits & ~b.bits}; }
    friend constexpr bool operator==(DscpSet, DscpSet) = default;
};

/// "3,4"; "none" for an empty set.
[[nodiscard]] std::string to_string(PrioritySet set);
/// "24-26,48"; "none" for an empty set.
[[nodiscard]] std::string to_string(DscpSet set);

/// Reads "3,4", "3-4", "3, 4" and "" (the empty set). Nothing for a number above 7 or anything else.
[[nodiscard]] std::optional<PrioritySet> parse_priorities(std::string_view text);
/// Reads "8 10 12-14" or "8,10": numbers 0 to 63 and ranges, separated by blanks or commas.
[[nodiscard]] std::optional<DscpSet> parse_dscps(std::string_view text);

/// Reads a whole decimal number; nothing for a sign, a blank or an overflow.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text);
/// As parse_number, with an optional minus sign.
[[nodiscard]] std::optional<std::int64_t> parse_signed(std::string_view text);
/// A share from 0 to 1, such as an error rate: "2.5e-8", "0". Values too small for a float become 0.
[[nodiscard]] std::optional<float> parse_rate(std::string_view text);

}
