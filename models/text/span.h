// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace rocelint {

/// Index of a Source in its SourceSet.
using SourceId = std::uint32_t;
inline constexpr SourceId no_source = 0xffffffffU;

/// A range of bytes of one Source: where a value or a finding comes from. A Span with no source points
/// nowhere.
struct Span {
    SourceId source = no_source;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;

    [[nodiscard]] constexpr bool somewhere() const { return source != no_source; }
    [[nodiscard]] constexpr std::uint32_t end() const { return offset + length; }
    friend constexpr bool operator==(const Span&, const Span&) = default;
    friend constexpr auto operator<=>(const Span&, const Span&) = default;
};

}
