// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::junos {

/// Returns the line without leading and trailing blanks.
[[nodiscard]] std::string_view without_blanks(std::string_view line);
/// Removes the next line from the text and returns it.
[[nodiscard]] std::string_view next_line(std::string_view& text);
/// Whether the line is a command that changes the configuration.
[[nodiscard]] bool is_command(std::string_view line);

}
