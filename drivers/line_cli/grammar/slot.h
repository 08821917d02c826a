// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/statement.h"

#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How the text in a slot's place fits the slot.
enum class Fit : std::uint8_t {
    fits,
    out_of_range, ///< a value that the device does not allow
    impossible, ///< not a value at all: not a number, or too large for the field
    other_word, ///< not one of the slot's words
};

/// Takes a slot's words into the fact.
[[nodiscard]] Fit take_slot(const Slot& slot, std::size_t index, Words& words, Fact& fact);
/// Returns a slot's value as it is written: "150 kbytes", "0.2", "dscp", "0 1 2". The term `preferred` is
/// used if the number is a whole multiple of it. Empty if the value cannot be written.
[[nodiscard]] std::string slot_text(
    const Slot& slot, std::size_t index, const Fact& fact, std::size_t preferred);
/// Whether the fact has a value for this slot.
[[nodiscard]] bool is_written(const Slot& slot, std::size_t index, const Fact& fact);
/// "68 to 9214", in the smallest unit of the slot.
[[nodiscard]] std::string range_text(const Slot& slot);
/// The same in the measure of this value: "at most 100 percent".
[[nodiscard]] std::string range_text(const Slot& slot, const Value& value);
/// The unit of the value if it is of another measure than the slot's first, to which the slot's limits do not apply; else null.
[[nodiscard]] const Term* other_measure_of(const Slot& slot, const Value& value);
/// Whether the device allows the value.
[[nodiscard]] bool takes(const Slot& slot, const Value& value);
/// Returns text_objection() after the words of the line and the text; empty if nothing is wrong.
[[nodiscard]] std::string text_sentence(const Statement& statement,
    const Slot& slot,
    std::string_view text,
    Measures measures = Measures::documented);
/// Returns the name that the row writes for this one: itself, or a shorter one (short_name()).
[[nodiscard]] std::string name_in_range(const Statement& statement, std::string_view name);

}
