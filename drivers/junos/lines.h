// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::junos {

/// The line without blanks at its ends.
[[nodiscard]] std::string_view without_blanks(std::string_view line);
/// Takes the next line off the text.
[[nodiscard]] std::string_view next_line(std::string_view& text);
/// Whether the line is a command that changes the configuration.
[[nodiscard]] bool is_command(std::string_view line);

}
