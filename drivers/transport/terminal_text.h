// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/shell.h"

#include <string>
#include <string_view>

namespace rocelint {

/// What a terminal would show for these bytes, line by line: control
/// sequences are removed, backspaces and carriage returns carried out.
[[nodiscard]] std::string as_shown(std::string_view bytes);

/// The bytes after the last line feed.
[[nodiscard]] std::string_view last_line(std::string_view bytes);
/// The last line as a terminal shows it, without trailing blanks: a prompt or a pager's question is there.
/// Only the beginning of a long line: no prompt is that long.
[[nodiscard]] std::string shown_last_line(std::string_view bytes);
/// Whether a shown line is a prompt of some kind.
[[nodiscard]] bool looks_like_prompt(const ShellStyle& style, std::string_view line);
/// The common beginning of the prompts of all modes of a device: "leaf1" of "leaf1(config)#".
[[nodiscard]] std::string prompt_stem(const std::string& prompt);

/// The output of a command, split up.
struct CommandText {
    std::string output; ///< without the echo of the typed line and without the prompt
    std::string prompt; ///< the prompt that followed
};
/// Splits all bytes that came after `typed`, including the prompt.
[[nodiscard]] CommandText take_apart(std::string_view bytes, std::string_view typed);

}
