// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/line_texts.h"

#include "drivers/line_cli/statement.h"

#include <fmt/format.h>

namespace rocelint::eos {
namespace {

struct Size {
    std::uint64_t amount = 0;
    std::string_view unit;
};

std::optional<std::uint64_t> in_time(
    std::uint64_t bytes, const Setting<BitsPerSecond>& speed, std::uint64_t microseconds)
{
    const std::uint64_t bits_per_unit = speed.known() ? speed.value.count / 1'000'000 * microseconds : 0;
    if (bits_per_unit == 0 || bytes * 8 % bits_per_unit != 0)
        return std::nullopt;
    return bytes * 8 / bits_per_unit;
}

// A number of bytes in the unit that a line has. Bytes, their thousands and millions stand for each other.
std::optional<Size> in_unit(Bytes bytes, std::string_view unit, const Setting<BitsPerSecond>& speed)
{
    if (unit == "microseconds" || unit == "milliseconds") {
        const auto amount = in_time(bytes.count, speed, unit == "milliseconds" ? 1000 : 1);
        return amount ? std::optional(Size{*amount, unit}) : std::nullopt;
    }
    if (unit == "mbytes" && bytes.count % 1'000'000 == 0)
        return Size{bytes.count / 1'000'000, unit};
    if ((unit == "kbytes" || unit == "mbytes") && bytes.count % 1000 == 0)
        return Size{bytes.count / 1000, "kbytes"};
    if (unit == "bytes" || unit == "kbytes" || unit == "mbytes")
        return Size{bytes.count, "bytes"};
    return std::nullopt;
}

}

std::string seconds_text(Milliseconds time)
{
    std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text;
}

std::optional<std::string> ecn_text(const EcnTarget& target)
{
    return ecn_text("random-detect ecn minimum-threshold 0 kbytes maximum-threshold 0 kbytes", target, {});
}

std::optional<std::string> ecn_text(
    std::string_view line, const EcnTarget& target, const Setting<BitsPerSecond>& speed)
{
    if (target.max_probability.hundredths % 100 != 0)
        return std::nullopt;
    const std::string percent = fmt::format("{}", target.max_probability.hundredths / 100);
    std::string text;
    bool probable = false;
    Words words(line);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        text += fmt::format("{}{}", text.empty() ? "" : " ", word);
        if (word == "minimum-threshold" || word == "maximum-threshold") {
            words.next();
            const auto size = in_unit(
                word.starts_with("mi") ? target.min_threshold : target.max_threshold, words.next(), speed);
            if (!size)
                return std::nullopt;
            text += fmt::format(" {} {}", size->amount, size->unit);
        } else if (word == "max-mark-probability") {
            words.next();
            text += fmt::format(" {}", percent);
            probable = true;
        }
    }
    return probable ? text : fmt::format("{} max-mark-probability {}", text, percent);
}

std::string with_part(std::string_view line, std::string_view name, std::string_view value)
{
    std::string text;
    bool found = false;
    Words words(line);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        text += fmt::format("{}{}", text.empty() ? "" : " ", word);
        if (word == name && !words.at_end()) {
            words.next();
            text += fmt::format(" {}", value);
            found = true;
        }
    }
    return found ? text : fmt::format("{} {} {}", text, name, value);
}

std::optional<MapText> parse_map(std::string_view line)
{
    Words words(line);
    if (!words.take("qos") || !words.take("map"))
        return std::nullopt;
    MapText map;
    map.what = words.next();
    while (!words.at_end() && words.peek() != "to") {
        const std::string_view word = words.next();
        if (const auto named = line_cli::parse_dscp(word))
            map.from.insert(*named);
        else if (const auto range = parse_dscps(word))
            map.from = map.from | *range;
        else
            return std::nullopt;
    }
    words.take("to");
    map.target = words.next();
    const auto number = parse_number(words.next());
    if (!number || *number > 63)
        return std::nullopt;
    map.to = static_cast<std::uint8_t>(*number);
    return map;
}

std::string map_text(const MapText& map)
{
    std::string text = fmt::format("qos map {}", map.what);
    for (const Dscp point : map.from)
        text += fmt::format(" {}", point);
    return fmt::format("{} to {} {}", text, map.target, map.to);
}

}
