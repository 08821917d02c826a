// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/shell.h"

#include <string>
#include <string_view>

namespace rocelint {

/// What a terminal would show of these bytes, line by line: control sequences are gone, backspaces and carriage returns
/// have done their work.
[[nodiscard]] std::string as_shown(std::string_view bytes);

/// The bytes behind the last line feed.
[[nodiscard]] std::string_view last_line(std::string_view bytes);
/// The last line as a terminal shows it, without blanks at its end: where a prompt or a pager's question stands. Of a long
/// line its beginning: no prompt is that long.
[[nodiscard]] std::string shown_last_line(std::string_view bytes);
/// Whether a shown line is a prompt of some kind.
[[nodiscard]] bool looks_like_prompt(const ShellStyle& style, std::string_view line);
/// What the prompts of all modes of a device begin with: "leaf1" of "leaf1(config)#".
[[nodiscard]] std::string prompt_stem(const std::string& prompt);

/// What a command printed, taken apart.
struct CommandText {
    std::string output; ///< without the echo of what was typed and without the prompt
    std::string prompt; ///< that came back
};
/// Of all bytes that came after `typed`, prompt included.
[[nodiscard]] CommandText take_apart(std::string_view bytes, std::string_view typed);

}
