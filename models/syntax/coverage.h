// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <array>
#include <string>
#include <vector>

namespace rocelint {

/// What became of every line of one file. The four counts add up to `total`.
struct Coverage {
    enum class Unit : std::uint8_t {
        line,
        leaf, ///< of a minified file, whose lines say nothing: scalars are counted instead
    };
    struct Detail {
        std::uint32_t line = 1;
        CoverageState state = CoverageState::unrecognised;
        std::string text;
        std::uint32_t offset = 0; ///< where it stands in the file
    };
    Unit unit = Unit::line;
    std::uint32_t total = 0;
    std::array<std::uint32_t, 4> counts{}; ///< by CoverageState
    std::vector<Detail> details; ///< every `unsupported` and `unrecognised` line, up to `max_details`, masked
    std::uint32_t details_left_out = 0;
    static constexpr std::size_t max_details = 1000;

    [[nodiscard]] std::uint32_t count(CoverageState state) const
    {
        return counts[static_cast<std::size_t>(state)];
    }
};

/// Adds up the states that the reader left on the nodes. A line with several nodes takes the worst; blank lines,
/// comments and lines of brackets alone are irrelevant; what follows a syntax error is unrecognised.
[[nodiscard]] Coverage measure_coverage(const Tree& tree);

/// The state of every line, by the same rules.
[[nodiscard]] std::vector<CoverageState> line_states(const Tree& tree);

/// The text with an `x` for every character of what is secret by mask_secrets(); besides, of JSON with an `x` for every character of the strings and of the rows' keys in a table of which no reader knows
/// anything, of lines with an `x` for every character behind the first word of a line that is known as nothing that is read, of
/// what stands in its block, and of free text (banners): they say nothing that is needed, and any of them may be secret. As
/// long as before, and JSON as before.
[[nodiscard]] std::string mask_unread(const Tree& tree);

[[nodiscard]] const char* name_of(CoverageState state);

}
