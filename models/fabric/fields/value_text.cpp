// SPDX-License-Identifier: Apache-2.0
// Values of the model as text for dumps and comparisons, with their units.
#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

namespace rocelint {

std::string value_text(bool value) { return value ? "yes" : "no"; }
std::string value_text(std::uint8_t value) { return std::to_string(value); }
std::string value_text(std::uint16_t value) { return std::to_string(value); }
std::string value_text(std::uint64_t value) { return guid_text(value); }
std::string value_text(std::uint32_t value) { return std::to_string(value); }
std::string value_text(std::int64_t value) { return std::to_string(value); }
std::string value_text(std::string_view value) { return std::string(value); }
std::string value_text(Bytes value) { return std::to_string(value.count); }
std::string value_text(Metres value) { return fmt::format("{} m", value.exact()); }
std::string value_text(float value) { return fmt::format("{:g}", value); }
std::string value_text(std::chrono::seconds value) { return fmt::format("{} s", value.count()); }
std::string value_text(Percent value) { return fmt::format("{} %", value.value()); }
std::string value_text(Milliseconds value) { return fmt::format("{} ms", value.count()); }
std::string value_text(PrioritySet value) { return to_string(value); }
std::string value_text(BitsPerSecond value)
{
    return fmt::format("{}G", static_cast<double>(value.count) / 1e9);
}

namespace {

template <class Enum, class Set>
std::string words_in(const Set& set)
{
    std::string out;
    for (std::size_t index = 0; index < words_of<Enum>.size(); ++index) {
        if (set.has(static_cast<Enum>(index)))
            out += (out.empty() ? "" : ",") + std::string(words_of<Enum>[index]);
    }
    return out;
}

}

std::string value_text(HashFields value) { return words_in<HashField>(value); }
std::string value_text(IbWidths value) { return words_in<IbWidth>(value); }
std::string value_text(IbSpeeds value) { return words_in<IbSpeed>(value); }
std::string value_text(const SlToVl& value) { return fmt::format("{}", fmt::join(value.vl, ",")); }

}
