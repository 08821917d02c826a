// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace rocelint {

/// The known word most similar to `word`, or empty if none is similar enough to suggest.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
/// The same, among words that differ in at most `most_letters` letters.
[[nodiscard]] std::string_view nearest(
    std::string_view word, std::span<const std::string_view> known, std::size_t most_letters);

/// Whether the texts are equal, ignoring ASCII case.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Whether a shell pattern with `*`, `?` and `[a-z]` matches the whole of `text`, ignoring ASCII case.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

}
