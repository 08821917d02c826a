// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/ascii.h"

#include <string_view>

namespace rocelint::junos {

/// The line without surrounding blanks, and without the CR of a terminal at its ends.
[[nodiscard]] constexpr std::string_view without_blanks(std::string_view line)
{
    return ascii::trimmed(line, ascii::is_blank_or_cr);
}
/// Removes the next line from the text and returns it without surrounding blanks.
[[nodiscard]] constexpr std::string_view next_line(std::string_view& text)
{
    return without_blanks(ascii::take_until(text, '\n'));
}
/// Whether the line is a command that changes the configuration.
[[nodiscard]] bool is_command(std::string_view line);

}
