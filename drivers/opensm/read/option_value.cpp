// SPDX-License-Identifier: Apache-2.0
// The parse functions of opensm's opt_tbl, as far as opensm_options.yaml distinguishes them.
#include "drivers/opensm/read/option_value.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::opensm {
namespace {

using catalog::OpensmOption;
using catalog::OpensmType;

// Whether a leading zero makes the number different from what it looks like.
bool is_octal(std::string_view text, std::uint64_t value)
{
    if (text.size() < 2 || text[0] != '0' || text.find_first_not_of("01234567") != std::string_view::npos)
        return false;
    return fmt::format("{}", value) != text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
}

std::string wrong_value(const OpensmOption& option, std::string_view before)
{
    return std::string(option.wrong == "before" ? before : option.wrong);
}

Evaluated out_of_range(const OpensmOption& option, std::int64_t number, std::string_view before)
{
    if (option.beyond.empty())
        return {std::string(before), SmMisread::out_of_range};
    if (option.beyond == "written")
        return {fmt::format("{}", number), SmMisread::out_of_range};
    if (const OpensmOption* other = catalog::find_opensm_option(option.beyond))
        return {std::string(other->fallback), SmMisread::out_of_range};
    return {std::string(option.beyond), SmMisread::out_of_range};
}

// `qos`: whether limits that opensm checks only with qos apply.
Evaluated number_of(const OpensmOption& option, std::string_view text, std::string_view before, bool qos)
{
    const bool is_signed = option.type == OpensmType::int32;
    const bool minus = text.starts_with('-');
    const Taken taken = take_number(text);
    const bool whole = taken.length == text.size() && !text.empty();
    if (!whole && !is_signed)
        return {wrong_value(option, before), SmMisread::not_a_number};
    // strtol() takes the digits at the beginning, and returns 0 if there are none.
    if (!whole)
        return {fmt::format("{}{}", minus ? "-" : "", taken.value), SmMisread::not_a_number};
    if (taken.overflow || taken.value > catalog::largest_of(option.type)
        || (minus && !is_signed && option.type != OpensmType::uint64 && taken.value != 0))
        return {std::string(before), SmMisread::out_of_range};
    const auto magnitude = static_cast<std::int64_t>(taken.value);
    const std::int64_t number = minus ? -magnitude : magnitude;
    if ((option.low && number < *option.low) || (option.high && number > *option.high))
        return qos || !option.only_with_qos ? out_of_range(option, number, before)
                                            : Evaluated{fmt::format("{}", number), SmMisread::out_of_range};
    const std::string runs = option.type == OpensmType::uint64
        ? fmt::format("0x{:016x}", minus ? 0 - taken.value : taken.value)
        : fmt::format("{}", number);
    return {runs, is_octal(text, taken.value) ? SmMisread::octal : SmMisread::none};
}

bool is_table_entry(std::string_view text) { return text.find(':') != std::string_view::npos; }

bool is_table(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        if (!is_table_entry(text.substr(0, comma)))
            return false;
        text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
    }
    return true;
}

bool is_port_mask(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X"))
        text.remove_prefix(2);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return ascii::hex_value(c) >= 0; });
}

bool is_per_sl(std::string_view text)
{
    constexpr std::uint64_t levels = 16;
    const std::size_t blank = text.find_first_of(" \t");
    if (blank == std::string_view::npos)
        return false;
    const std::string_view number = text.substr(text.find_first_not_of(" \t", blank));
    const auto sl = base_zero_number(text.substr(0, blank));
    return sl && *sl < levels && base_zero_number(number).has_value();
}

}

Taken take_number(std::string_view text)
{
    Taken taken;
    std::size_t at = 0;
    while (at < text.size() && ascii::is_c_space(text[at]))
        ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        ++at;
    unsigned base = 10;
    if (text.size() - at > 2 && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')
        && ascii::hex_value(text[at + 2]) >= 0) {
        base = 16;
        at += 2;
    } else if (at < text.size() && text[at] == '0') {
        base = 8;
    }
    const std::size_t first = at;
    for (; at < text.size(); ++at) {
        const int value_of_digit = ascii::hex_value(text[at]);
        const auto digit = static_cast<unsigned>(value_of_digit);
        if (value_of_digit < 0 || digit >= base)
            break;
        const std::uint64_t next = taken.value * base + digit;
        taken.overflow = taken.overflow || taken.value > (~std::uint64_t{0} - digit) / base;
        taken.value = next;
    }
    taken.length = at == first ? 0 : at;
    return taken;
}

std::optional<std::uint64_t> base_zero_number(std::string_view text)
{
    const Taken taken = take_number(text);
    if (text.empty() || taken.length != text.size() || taken.overflow || text.starts_with('-'))
        return std::nullopt;
    return taken.value;
}

Evaluated evaluate(const OpensmOption& option, std::string_view text, std::string_view before, bool qos)
{
    switch (option.type) {
    case OpensmType::boolean:
        if (text == "TRUE" || text == "FALSE")
            return {std::string(text), SmMisread::none};
        return {std::string(option.wrong), SmMisread::not_boolean};
    case OpensmType::word:
        if (std::ranges::find(option.words, text) != option.words.end())
            return {std::string(text), SmMisread::none};
        return {std::string(option.wrong), SmMisread::not_a_word};
    case OpensmType::text:
        return {std::string(text), SmMisread::none};
    case OpensmType::port_mask:
    case OpensmType::table_entry:
    case OpensmType::table:
    case OpensmType::per_sl: {
        const bool good = option.type == OpensmType::port_mask ? is_port_mask(text)
            : option.type == OpensmType::table_entry           ? is_table_entry(text)
            : option.type == OpensmType::table                 ? text == "(null)" || is_table(text)
                                                               : is_per_sl(text);
        if (good)
            return {std::string(text), SmMisread::none};
        return {std::string(before), SmMisread::not_a_number};
    }
    default:
        return number_of(option, text, before, qos);
    }
}

}
