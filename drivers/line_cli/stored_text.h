// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// A configuration without the lines that begin so (clocks, counters), and without blanks at line ends.
[[nodiscard]] std::string without_lines(std::string_view text, std::span<const std::string_view> beginnings);
/// A configuration without its secrets.
[[nodiscard]] std::string redact_lines(std::string_view text);

}
