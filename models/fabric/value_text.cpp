// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value_text.h"

#include <fmt/format.h>

#include <array>

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
std::string value_text(Role value) { return name_of(value); }
std::string value_text(Trust value) { return name_of(value); }
std::string value_text(WatchdogAction value) { return name_of(value); }
std::string value_text(BitsPerSecond value)
{
    return fmt::format("{}G", static_cast<double>(value.count) / 1e9);
}
std::string value_text(SchedulerKind value) { return value == SchedulerKind::strict ? "strict" : "weighted"; }
std::string value_text(PoolDirection value)
{
    return value == PoolDirection::ingress ? "ingress" : value == PoolDirection::egress ? "egress" : "both";
}
std::string value_text(ThresholdMode value) { return value == ThresholdMode::fixed ? "static" : "dynamic"; }
std::string value_text(RoceVersion value) { return value == RoceVersion::v1 ? "v1" : "v2"; }
std::string value_text(DcbxMode value)
{
    return value == DcbxMode::os_controlled      ? "os"
        : value == DcbxMode::firmware_controlled ? "firmware"
                                                 : "off";
}
std::string value_text(Fec value)
{
    constexpr std::array names{"none", "base-r", "rs528", "rs544", "rs", "auto"};
    return names[static_cast<std::size_t>(value)];
}

std::string value_text(HashFields value)
{
    constexpr std::array names{
        "source-ip", "destination-ip", "ip-protocol", "source-port", "destination-port", "other"};
    std::string out;
    for (std::size_t field = 0; field < names.size(); ++field) {
        if (value.has(static_cast<HashField>(field)))
            out += (out.empty() ? "" : ",") + std::string(names[field]);
    }
    return out;
}

}
