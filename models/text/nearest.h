// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace rocelint {

/// The known word that is spelt most like `word`, or empty when none is near enough to be worth proposing.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> known);
/// The same among words that differ in at most so many letters.
[[nodiscard]] std::string_view nearest(
    std::string_view word, std::span<const std::string_view> known, std::size_t most_letters);

/// Equal but for ASCII case.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Shell pattern with `*`, `?` and `[a-z]`, over the whole of `text`, without regard to ASCII case.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

}
