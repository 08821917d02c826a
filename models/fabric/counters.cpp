// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/counters.h"

#include "models/fabric/device.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

namespace rocelint {

std::span<const Counter> counters_of(
    const Device& device, std::uint32_t port, CounterKind kind, std::uint8_t part)
{
    const auto range = std::ranges::equal_range(
        device.counters, std::tuple(port, kind, part), std::ranges::less{}, [](const Counter& counter) {
            return std::tuple(counter.port, counter.kind, counter.part);
        });
    return {range.begin(), range.end()};
}

std::span<const Counter> counters_of_any_part(const Device& device, std::uint32_t port, CounterKind kind)
{
    const auto range = std::ranges::equal_range(
        device.counters, std::tuple(port, kind), std::ranges::less{}, [](const Counter& counter) {
            return std::tuple(counter.port, counter.kind);
        });
    return {range.begin(), range.end()};
}

std::optional<std::uint64_t> parse_count(std::string_view text)
{
    constexpr std::size_t group = 3;
    const std::size_t first = text.find(',');
    if (first == std::string_view::npos)
        return parse_number(text);
    if (first == 0 || first > group)
        return std::nullopt;
    std::string digits(text.substr(0, first));
    for (std::string_view rest = text.substr(first); !rest.empty(); rest.remove_prefix(group + 1)) {
        if (rest.front() != ',' || rest.size() < group + 1 || !ascii::is_number(rest.substr(1, group)))
            return std::nullopt;
        digits += rest.substr(1, group);
    }
    return parse_number(digits);
}

CounterText add_reading(Device& device, CounterReading reading, std::string_view text)
{
    constexpr std::array none{"", "N/A", "n/a", "-", "--", "null"};
    const bool is_digit = !text.empty() && ascii::is_digit(text.front());
    if (!is_digit && std::ranges::find(none, text) != none.end())
        return CounterText::none;
    const auto value = parse_count(text);
    if (!value)
        return CounterText::unknown;
    const bool is_of_last
        = !device.counter_readings.empty() && device.counter_readings.back().on == reading.on;
    reading.on = is_of_last ? device.counter_readings.back().on : device.arena->keep(reading.on);
    reading.name = device.arena->keep(reading.name);
    reading.value = *value;
    device.counter_readings.push_back(reading);
    return CounterText::number;
}

}
