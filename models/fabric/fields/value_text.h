// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/words.h"

#include <chrono>
#include <string>
#include <string_view>
#include <type_traits>

namespace rocelint {

/// A value of the model as dump() prints it. Numbers have a unit unless they are bytes or plain counts.
[[nodiscard]] std::string value_text(bool value);
[[nodiscard]] std::string value_text(std::uint8_t value);
[[nodiscard]] std::string value_text(std::uint16_t value);
[[nodiscard]] std::string value_text(std::uint32_t value);
[[nodiscard]] std::string value_text(std::uint64_t value); ///< in hexadecimal: a GUID, a prefix
[[nodiscard]] std::string value_text(std::int64_t value);
[[nodiscard]] std::string value_text(std::string_view value);
[[nodiscard]] std::string value_text(Bytes value);
[[nodiscard]] std::string value_text(Metres value);
[[nodiscard]] std::string value_text(float value);
[[nodiscard]] std::string value_text(std::chrono::seconds value);
[[nodiscard]] std::string value_text(Percent value);
[[nodiscard]] std::string value_text(Milliseconds value);
[[nodiscard]] std::string value_text(PrioritySet value);
[[nodiscard]] std::string value_text(BitsPerSecond value);
[[nodiscard]] std::string value_text(HashFields value);
[[nodiscard]] std::string value_text(IbWidths value);
[[nodiscard]] std::string value_text(IbSpeeds value);
[[nodiscard]] std::string value_text(const SlToVl& value);
template <class Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] std::string value_text(Enum value) { return std::string(word_of(value)); }

}
