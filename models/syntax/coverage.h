// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <array>
#include <string>
#include <vector>

namespace rocelint {

/// The coverage state of every line of one file. The four counts add up to `total`.
struct Coverage {
    enum class Unit : std::uint8_t {
        line,
        leaf, ///< for minified files, whose lines are meaningless: scalars are counted instead
    };
    struct Detail {
        std::uint32_t line = 1;
        CoverageState state = CoverageState::unrecognised;
        std::string text;
        std::uint32_t offset = 0; ///< position in the file
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

/// Sums up the states that the reader set on the nodes. A line with several nodes gets the worst state. Blank
/// lines, comments and lines of brackets alone are irrelevant; everything after a syntax error is
/// unrecognized.
[[nodiscard]] Coverage measure_coverage(const Tree& tree);

/// The state of every line, by the same rules.
[[nodiscard]] std::vector<CoverageState> line_states(const Tree& tree);

/// Returns the text with an `x` for each character that may be secret. Masks what mask_secrets() masks. In
/// JSON, also masks strings and row keys of tables in which nothing is read or unsupported. In other text,
/// also masks everything after the first word of irrelevant lines, the blocks of those lines, and free text
/// (banners). Readers need none of this, and any of it may be secret. The length stays the same, and JSON
/// stays valid.
[[nodiscard]] std::string mask_unread(const Tree& tree);

[[nodiscard]] const char* name_of(CoverageState state);

}
