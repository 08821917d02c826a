// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/headroom.h"
#include "models/fabric/quantity.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The value of an option, or why its word is refused, in a sentence that names the option.
template <class T>
using Parsed = tl::expected<T, std::string>;

/// The words that an option accepts; `later` are known but not supported in this version.
struct Choice {
    std::vector<std::string_view> known;
    std::vector<std::string_view> later;
};

/// Why `option` does not accept `word`, with the most similar accepted word; no value if it does.
[[nodiscard]] std::optional<std::string> refuse_word(
    std::string_view option, const std::string& word, const Choice& choice);

/// Parses a whole number within two bounds.
[[nodiscard]] Parsed<std::uint64_t> parse_whole(
    std::string_view option, const std::string& word, std::uint64_t least, std::uint64_t most);
/// Parses "30", "30m" or "2km".
[[nodiscard]] Parsed<Metres> parse_length(std::string_view option, const std::string& word);
/// Parses "cable=5..300" or "cable=5..300:10".
[[nodiscard]] Parsed<CableRange> parse_cables(const std::string& word);

}
