// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/statement.h"

#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How a slot took what stands in its place.
enum class Fit : std::uint8_t {
    fits,
    out_of_range, ///< a value that the device does not take
    impossible, ///< no value at all: not a number, or beyond what the field holds
    other_word, ///< a word that is none of the slot's
};

/// Takes a slot's words into the fact.
[[nodiscard]] Fit take_slot(const Slot& slot, std::size_t index, Words& words, Fact& fact);
/// A slot's value as it is written: "150 kbytes", "0.2", "dscp", "0 1 2". `preferred` is the term that is kept where the
/// number comes out even in it. Empty where there is no such text.
[[nodiscard]] std::string slot_text(
    const Slot& slot, std::size_t index, const Fact& fact, std::size_t preferred);
/// Whether the fact has a value for this slot.
[[nodiscard]] bool is_written(const Slot& slot, std::size_t index, const Fact& fact);
/// "68 to 9214", in the smallest unit of the slot.
[[nodiscard]] std::string range_text(const Slot& slot);
/// Whether the value is one that the device takes.
[[nodiscard]] bool takes(const Slot& slot, const Value& value);

}
