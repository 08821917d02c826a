// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value_text.h"

#include <fmt/format.h>

namespace rocelint {

std::string value_text(bool value) { return value ? "yes" : "no"; }
std::string value_text(std::uint8_t value) { return std::to_string(value); }
std::string value_text(std::uint32_t value) { return std::to_string(value); }
std::string value_text(std::int64_t value) { return std::to_string(value); }
std::string value_text(std::string_view value) { return std::string(value); }
std::string value_text(Bytes value) { return std::to_string(value.count); }
std::string value_text(Metres value) { return fmt::format("{} m", value.count); }
std::string value_text(float value) { return fmt::format("{:g}", value); }
std::string value_text(std::chrono::seconds value) { return fmt::format("{} s", value.count()); }
std::string value_text(Percent value) { return fmt::format("{} %", value.value()); }
std::string value_text(Milliseconds value) { return fmt::format("{} ms", value.count()); }
std::string value_text(PrioritySet value) { return to_string(value); }
std::string value_text(BitsPerSecond value)
{
    return fmt::format("{}G", static_cast<double>(value.count) / 1e9);
}

std::string value_text(HashFields value)
{
    constexpr auto& names = words_of<HashField>;
    std::string out;
    for (std::size_t field = 0; field < names.size(); ++field) {
        if (value.has(static_cast<HashField>(field)))
            out += (out.empty() ? "" : ",") + std::string(names[field]);
    }
    return out;
}

}
