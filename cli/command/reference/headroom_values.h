// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/reference/headroom.h"
#include "models/fabric/value/quantity.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace rocelint::cli {

/// A value as people type it, or why the word is rejected, in words that follow the name of the option.
template <class T>
using Parsed = tl::expected<T, std::string>;

/// Parses "50" or "50%".
[[nodiscard]] Parsed<std::uint32_t> parse_percent(const std::string& word);
/// Parses "30", "30m" or "2km".
[[nodiscard]] Parsed<Metres> parse_length(const std::string& word);
/// Parses "400G" or "100000" (Mb/s).
[[nodiscard]] Parsed<BitsPerSecond> parse_port_speed(const std::string& word);
/// Parses "cable=5..300" or "cable=5..300:10".
[[nodiscard]] Parsed<CableRange> parse_cables(const std::string& word);

}
