// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <cstddef>
#include <span>
#include <string_view>

/// What a file says apart from lines that rows read: the name of its device, a header in comments, free text.
namespace rocelint::line_cli {

/// Records the files and the name of the device. The name is the first that `identity` finds in them, else
/// `fallback`.
void name_device(Device& device,
    std::span<const Tree> trees,
    std::string_view (*identity)(const Tree& tree),
    std::string_view fallback);
/// Returns the second word of the last line that begins with `word`, or empty. `deep`: also searches lines
/// inside blocks.
[[nodiscard]] std::string_view word_behind(const Tree& tree, std::string_view word, bool deep = false);
/// Returns the delimiter that ends the banner text which `line` begins. Empty for other lines, and if the
/// text ends in the same line.
[[nodiscard]] std::string_view banner_terminator(std::string_view line);
/// Returns the characters that a banner's text begins with and that also end it, of which there are `length`. Empty if the text
/// is empty, or ends in the same line.
[[nodiscard]] std::string_view open_delimiter(std::string_view text, std::size_t length = 1);
/// Returns the beginning of a file, where a configuration has its header.
[[nodiscard]] std::string_view head_of(const Tree& tree);
/// Returns what follows `beginning` up to the end of its line, without surrounding blanks. Empty if
/// `beginning` is not in the text.
[[nodiscard]] std::string_view value_after(std::string_view text, std::string_view beginning);

}
