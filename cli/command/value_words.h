// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/headroom.h"
#include "models/fabric/quantity.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// The value of an option, or why the word is refused, in a sentence that names the option.
template <class T>
using Parsed = tl::expected<T, std::string>;

/// A whole number between two bounds.
[[nodiscard]] Parsed<std::uint32_t> parse_whole(
    std::string_view option, const std::string& word, std::uint32_t least, std::uint32_t most);
/// "30", "30m" or "2km".
[[nodiscard]] Parsed<Metres> parse_length(std::string_view option, const std::string& word);
/// "cable=5..300" or "cable=5..300:10".
[[nodiscard]] Parsed<CableRange> parse_cables(const std::string& word);

}
