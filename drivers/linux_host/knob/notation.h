// SPDX-License-Identifier: Apache-2.0
// The notations of the tools, each read and written.
#pragma once

#include "drivers/linux_host/knob/knob.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// The word for an amount; the number itself if there is none.
[[nodiscard]] std::string amount_text(std::span<const Spelling<std::uint32_t>> words, std::uint32_t amount);
/// The whole value, as a command has it.
[[nodiscard]] std::string value_text(const ToolSpelling& spelling, const KnobValue& value);
/// The part of the value that is corrected in place: without the DSCP of dcb's "26:3", and without "set,".
[[nodiscard]] std::string edited_text(const ToolSpelling& spelling, const KnobValue& value);
/// Whether the spelling has a word for the amount.
[[nodiscard]] bool can_write(const ToolSpelling& spelling, std::uint32_t amount);

/// The amount, if it is in the range of the knob.
[[nodiscard]] std::optional<std::uint32_t> parse_amount(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text);
/// Whether the text is a number that the spelling takes, but out of the range of the knob.
[[nodiscard]] bool is_out_of_range(const KnobRow& row, const ToolSpelling& spelling, std::string_view text);
/// Adds one pair of dcb, "all:off" or "3:on"; returns false if it is not one.
[[nodiscard]] bool add_pair(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text, KnobValue& value);
/// A whole value; nothing if the tool does not accept it.
[[nodiscard]] std::optional<KnobValue> parse_value(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text);
/// The trust that a tool writes and prints with these words; nothing for other words.
[[nodiscard]] std::optional<Trust> parse_trust(Tool tool, std::string_view text);

}
