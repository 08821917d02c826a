// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/knob/notation.h"

#include "drivers/linux_host/knob/dscp_name.h"
#include "drivers/linux_host/knob/words.h"
#include "models/fabric/value/quantity.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

constexpr std::string_view set_action = "set,";
constexpr std::string_view delete_action = "del,";

// "0,0,0,1,0,0,0,0"
std::string commas_text(const ToolSpelling& spelling, const KnobValue& value)
{
    std::string text;
    for (std::size_t index = 0; index < value.list.size(); ++index)
        text += (index == 0 ? "" : ",") + amount_text(spelling.words, value.list[index]);
    return text;
}

// "all:off 3:on": the most common value first, then the entries with another value.
std::string pairs_text(const ToolSpelling& spelling, const KnobValue& value)
{
    std::uint32_t common = value.list[0];
    for (const std::uint32_t each : value.list) {
        if (std::ranges::count(value.list, each) > std::ranges::count(value.list, common))
            common = each;
    }
    std::string text = "all:" + amount_text(spelling.words, common);
    for (std::size_t index = 0; index < value.list.size(); ++index) {
        if (value.list[index] != common)
            text += fmt::format(" {}:{}", index, amount_text(spelling.words, value.list[index]));
    }
    return text;
}

std::optional<KnobValue> parse_plain(const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    const auto amount = parse_amount(row, spelling, text);
    if (!amount)
        return std::nullopt;
    KnobValue value;
    value.amount = *amount;
    value.number = spelling.number;
    return value;
}

std::optional<KnobValue> parse_commas(const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    KnobValue value;
    for (std::uint8_t index = 0; index < value.list.size(); ++index) {
        const std::size_t comma = text.find(',');
        // Python's int() takes blanks around a number.
        const std::string_view written = text.substr(0, comma);
        const std::string_view entry
            = spelling.words.empty() ? ascii::trimmed(written, ascii::is_blank) : written;
        const bool kept = !spelling.keeps.empty() && entry == spelling.keeps;
        const auto amount = parse_amount(row, spelling, entry);
        if (!kept && !amount)
            return std::nullopt;
        if (!kept) {
            value.list[index] = *amount;
            value.given.insert(index);
        }
        const bool last = comma == std::string_view::npos;
        if (last && (index == 7 || spelling.fewer))
            return value;
        if (last)
            return std::nullopt;
        text.remove_prefix(comma + 1);
    }
    return std::nullopt; // more than eight
}

std::optional<KnobValue> parse_pairs(const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    KnobValue value;
    while (!text.empty()) {
        const std::string_view pair = text.substr(0, text.find(' '));
        if (!add_pair(row, spelling, pair, value))
            return std::nullopt;
        text.remove_prefix(std::min(pair.size() + 1, text.size()));
    }
    return value.given.empty() ? std::nullopt : std::optional(value);
}

// "3 --no-drop enable"
constexpr std::string_view no_drop_option = " --no-drop ";

std::string each_priority_text(const ToolSpelling& spelling, const KnobValue& value)
{
    std::string text;
    for (const Priority priority : value.given)
        text += fmt::format("{}{}{}{}",
            text.empty() ? "" : " ",
            priority,
            no_drop_option,
            amount_text(spelling.words, value.list[priority]));
    return text;
}

std::optional<KnobValue> parse_each_priority(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    const std::size_t option = text.find(no_drop_option);
    if (option == std::string_view::npos)
        return std::nullopt;
    const auto priorities = parse_priorities(text.substr(0, option));
    const auto amount = parse_amount(row, spelling, text.substr(option + no_drop_option.size()));
    if (!priorities || priorities->empty() || !amount)
        return std::nullopt;
    KnobValue value;
    value.given = *priorities;
    for (const Priority priority : *priorities)
        value.list[priority] = *amount;
    return value;
}

// "26 --priority 3"
constexpr std::string_view priority_option = " --priority ";

// "3,4", or "none"; the priorities that are on
std::string priorities_text(const KnobValue& value)
{
    std::string text;
    for (std::size_t index = 0; index < value.list.size(); ++index) {
        if (value.list[index] != 0)
            text += fmt::format("{}{}", text.empty() ? "" : ",", index);
    }
    return text.empty() ? "none" : text;
}

std::optional<KnobValue> parse_priority_list(std::string_view text)
{
    KnobValue value;
    value.given = PrioritySet{0xff};
    while (text != "none" && !text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const auto priority = parse_number(text.substr(0, comma));
        if (!priority || *priority > 7)
            return std::nullopt;
        value.list[*priority] = 1;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return value;
}

// "0:0,1:1"
std::string comma_pairs_text(const ToolSpelling& spelling, const KnobValue& value)
{
    std::string text;
    for (std::size_t index = 0; index < value.list.size(); ++index)
        text += fmt::format(
            "{}{}:{}", index == 0 ? "" : ",", index, amount_text(spelling.words, value.list[index]));
    return text;
}

std::optional<KnobValue> parse_comma_pairs(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    KnobValue value;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (!add_pair(row, spelling, text.substr(0, comma), value))
            return std::nullopt;
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return value.given.empty() ? std::nullopt : std::optional(value);
}

// The priority of a DSCP, both numbers as text.
std::optional<KnobValue> point_of(const KnobRow& row,
    const ToolSpelling& spelling,
    std::optional<std::uint64_t> dscp,
    std::string_view priority)
{
    auto value = parse_plain(row, spelling, priority);
    if (!value || !dscp || !dscp_limit.takes_unsigned(*dscp))
        return std::nullopt;
    value->number = static_cast<std::uint8_t>(*dscp);
    return value;
}

// "set,26,3", or "del,26,3", after which the DSCP has priority 0
std::optional<KnobValue> parse_set_point(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    const bool deletes = text.starts_with(delete_action);
    if (!deletes && !text.starts_with(set_action))
        return std::nullopt;
    text.remove_prefix(set_action.size());
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos)
        return std::nullopt;
    auto value = point_of(row, spelling, parse_number(text.substr(0, comma)), text.substr(comma + 1));
    if (value && deletes)
        value->amount = 0;
    return value;
}

// "3,5,26": entries of other selectors are for traffic by its port or EtherType.
constexpr std::string_view selects_dscp = ",5,";

std::optional<KnobValue> parse_application(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    const std::size_t selector = text.find(selects_dscp);
    if (selector == std::string_view::npos)
        return std::nullopt;
    return point_of(
        row, spelling, parse_number(text.substr(selector + selects_dscp.size())), text.substr(0, selector));
}

}

std::string amount_text(std::span<const Spelling<std::uint32_t>> words, std::uint32_t amount)
{
    const std::string_view word = word_of<std::uint32_t>(words, amount);
    return word.empty() ? fmt::format("{}", amount) : std::string(word);
}

std::string value_text(const ToolSpelling& spelling, const KnobValue& value)
{
    switch (spelling.notation) {
    case Notation::commas:
        return commas_text(spelling, value);
    case Notation::pairs:
        return pairs_text(spelling, value);
    case Notation::set_point:
        return fmt::format("set,{},{}", value.number, value.amount);
    case Notation::set_amount:
        return fmt::format("set,{}", value.amount);
    case Notation::point:
        return fmt::format("{}:{}", value.number, value.amount);
    case Notation::each_priority:
        return each_priority_text(spelling, value);
    case Notation::dscp_option:
        return fmt::format("{}{}{}", value.number, priority_option, value.amount);
    case Notation::priorities:
        return priorities_text(value);
    case Notation::comma_pairs:
        return comma_pairs_text(spelling, value);
    case Notation::application:
        return fmt::format("{}{}{}", value.amount, selects_dscp, value.number);
    case Notation::plain:
        break;
    }
    return amount_text(spelling.words, value.amount);
}

std::string edited_text(const ToolSpelling& spelling, const KnobValue& value)
{
    const bool amount_alone
        = spelling.notation == Notation::point || spelling.notation == Notation::set_amount;
    return amount_alone ? amount_text(spelling.words, value.amount) : value_text(spelling, value);
}

bool can_write(const ToolSpelling& spelling, std::uint32_t amount)
{
    return spelling.takes_numbers() || !word_of<std::uint32_t>(spelling.words, amount).empty();
}

std::optional<std::uint32_t> parse_amount(
    const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    if (const auto word = value_of<std::uint32_t>(spelling.words, text))
        return word;
    const auto number = spelling.takes_numbers() ? parse_number(text) : std::nullopt;
    return number && row.limit.takes_unsigned(*number) ? std::optional(static_cast<std::uint32_t>(*number))
                                                       : std::nullopt;
}

bool is_out_of_range(const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    const auto number = spelling.takes_numbers() ? parse_number(text) : std::nullopt;
    return number && !row.limit.takes_unsigned(*number);
}

bool add_pair(const KnobRow& row, const ToolSpelling& spelling, std::string_view text, KnobValue& value)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return false;
    const std::string_view key = text.substr(0, colon);
    const auto amount = parse_amount(row, spelling, text.substr(colon + 1));
    const auto index = parse_number(key);
    if (!amount || (key != "all" && (!index || *index > 7)))
        return false;
    for (const std::uint8_t each : PrioritySet::all()) {
        if (key == "all" || *index == each) {
            value.list[each] = *amount;
            value.given.insert(each);
        }
    }
    return true;
}

std::optional<KnobValue> parse_value(const KnobRow& row, const ToolSpelling& spelling, std::string_view text)
{
    switch (spelling.notation) {
    case Notation::commas:
        return parse_commas(row, spelling, text);
    case Notation::pairs:
        return parse_pairs(row, spelling, text);
    case Notation::set_point:
        return parse_set_point(row, spelling, text);
    case Notation::each_priority:
        return parse_each_priority(row, spelling, text);
    case Notation::dscp_option: {
        const std::size_t option = text.find(priority_option);
        return option == std::string_view::npos ? std::nullopt
                                                : point_of(row,
                                                    spelling,
                                                    parse_number(text.substr(0, option)),
                                                    text.substr(option + priority_option.size()));
    }
    case Notation::set_amount:
        return text.starts_with(set_action) ? parse_plain(row, spelling, text.substr(set_action.size()))
                                            : std::nullopt;
    case Notation::point: {
        const std::size_t colon = std::min(text.find(':'), text.size());
        return point_of(row,
            spelling,
            dscp_by_name(text.substr(0, colon)),
            text.substr(std::min(colon + 1, text.size())));
    }
    case Notation::priorities:
        return parse_priority_list(text);
    case Notation::comma_pairs:
        return parse_comma_pairs(row, spelling, text);
    case Notation::application:
        return parse_application(row, spelling, text);
    case Notation::plain:
        break;
    }
    return parse_plain(row, spelling, text);
}

std::optional<Dscp> dscp_by_name(std::string_view name)
{
    if (const auto number = parse_number(name))
        return *number <= 63 ? std::optional(static_cast<Dscp>(*number)) : std::nullopt;
    if (name == "EF")
        return Dscp{46};
    if (name == "default" || name == "BE")
        return Dscp{0};
    if (name.size() == 3 && name.starts_with("CS") && ascii::is_octal_digit(name[2]))
        return static_cast<Dscp>((name[2] - '0') * 8);
    if (name.size() == 4 && name.starts_with("AF") && name[2] >= '1' && name[2] <= '4' && name[3] >= '1'
        && name[3] <= '3')
        return static_cast<Dscp>((name[2] - '0') * 8 + (name[3] - '0') * 2);
    return std::nullopt;
}

std::optional<Trust> parse_trust(Tool tool, std::string_view text)
{
    const SpeltKnob spelt = spelt_by(Knob::trust, tool);
    const auto value = spelt ? parse_value(*spelt.row, *spelt.spelling, text) : std::nullopt;
    return value ? std::optional(trust_in(static_cast<Trusted>(value->amount))) : std::nullopt;
}

}
