// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// A line that says something, by a number for itself and all that it stands under.
struct ConfigLine {
    std::uint64_t what = 0;
    std::uint32_t line = 1;
};

/// The lines of a configuration or capture in their order, without blank ones, comments and lone brackets. What a line
/// stands under goes by indentation, as all platforms write it; commas and brackets at its end say nothing.
[[nodiscard]] std::vector<ConfigLine> config_lines(std::string_view text);

/// The lines of `of` that `other` lacks, of equal ones as many as there are more.
[[nodiscard]] std::vector<ConfigLine> lines_beyond(
    const std::vector<ConfigLine>& of, const std::vector<ConfigLine>& other);

/// Whether two texts are versions of one: they differ, and most of what each says the other says too.
[[nodiscard]] bool are_versions(std::string_view one, std::string_view other);

}
