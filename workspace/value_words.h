// SPDX-License-Identifier: Apache-2.0
// Values of the model, and of records of it, in words that stand beside their name.
#pragma once

#include "models/change/same_fields.h"
#include "models/fabric/value_text.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rocelint::workspace {

/// What is now and what was, of one thing.
struct Told {
    std::string now;
    std::string was;
};

/// "the largest frame" without its article; and whether a value follows it with a colon ("whether the port is routed: yes").
[[nodiscard]] std::string_view without_article(std::string_view what);
[[nodiscard]] bool wants_colon(std::string_view what);
/// "largest frame 9216 bytes", "whether the port is routed: yes".
[[nodiscard]] std::string with_value(std::string_view what, std::string_view value);

/// "priority 3", "priorities 3,4"; "none" of an empty set.
[[nodiscard]] std::string priority_words(PrioritySet set);

/// A value as a reader takes it up: bytes with their unit, a switch as "on" or, of a question ("whether …"), "yes".
template <class V>
[[nodiscard]] std::string value_words(std::string_view what, const V& value)
{
    if constexpr (std::is_same_v<V, bool>)
        return what.starts_with("whether ") || what.starts_with("that ") ? (value ? "yes" : "no")
                                                                         : (value ? "on" : "off");
    else if constexpr (std::is_same_v<V, Bytes>)
        return value_text(value) + " bytes";
    else if constexpr (std::is_same_v<V, PrioritySet>)
        return priority_words(value);
    else if constexpr (std::is_same_v<V, std::string_view>)
        return value.empty() ? "none" : std::string(value);
    else
        return value_text(value);
}

/// The same of a setting: "not known" of one that was not read, "not set" where nothing states what need not be stated.
template <class Row, class V>
[[nodiscard]] std::string setting_words(const Row& row, const Setting<V>& setting)
{
    if (!setting.known_by_the_way())
        return row.optional ? "not set" : "not known";
    return value_words(row.what, setting.value);
}

/// The word for a row among others of its record: "headroom" for the row xoff of a buffer profile.
[[nodiscard]] std::string short_word(std::string_view row);

/// The rows of two records that differ, "headroom 20480 bytes, xon 18432 bytes" now and before. What is derived is told only
/// where nothing else differs. `skip(row)` leaves rows out.
template <class T, class Skip>
[[nodiscard]] Told differing_rows(const TwoReadings& readings, const T& before, const T& after, Skip skip)
{
    Told told;
    for (const bool derived : {false, true}) {
        if (derived && !told.now.empty())
            break;
        for_each_field(fields_of<T>, [&](const auto& row) {
            using Row = std::remove_cvref_t<decltype(row)>;
            if constexpr (!std::is_same_v<typename Row::Value, Ref>) {
                if ((row.compare == Compare::derived) != derived || skip(row)
                    || same_field(readings, row, before, after))
                    return;
                const std::string word = short_word(row.name);
                const auto add = [&](std::string& text, const auto& setting) {
                    text += text.empty() ? "" : ", ";
                    text += with_value(word, setting_words(row, setting));
                };
                add(told.now, after.*row.member);
                add(told.was, before.*row.member);
            }
        });
    }
    return told;
}

/// All that a record says, likewise; "nothing stated" where that is nothing.
template <class T, class Skip>
[[nodiscard]] std::string stated_rows(const T& record, Skip skip)
{
    std::string text;
    for_each_field(fields_of<T>, [&](const auto& row) {
        using Row = std::remove_cvref_t<decltype(row)>;
        if constexpr (!std::is_same_v<typename Row::Value, Ref>) {
            const auto& setting = record.*row.member;
            if (row.compare == Compare::derived || row.compare == Compare::observed || skip(row)
                || !setting.known_by_the_way())
                return;
            text += text.empty() ? "" : ", ";
            text += with_value(short_word(row.name), value_words(row.what, setting.value));
        }
    });
    return text.empty() ? "nothing stated" : text;
}

/// "on for priority 3", "off".
[[nodiscard]] std::string pfc_words(const Setting<PrioritySet>& set);
/// "from 150000 to 1500000 bytes with up to 5 %", "off".
[[nodiscard]] std::string ecn_words(const EcnProfile* profile, bool known);
/// What a map does with one of its points, "DSCP 26" of `from_words` and "traffic class 3" of `target_words`.
[[nodiscard]] std::string from_words(MapKind kind, DscpSet points);
[[nodiscard]] std::string target_words(MapKind kind, std::uint8_t target);
/// The whole map, equal targets together: "24-31 to traffic class 3, 48 to traffic class 6"; "none".
[[nodiscard]] std::string map_words(const ClassMap* map, bool known);
/// The classes of a policy, in order.
[[nodiscard]] std::string policy_words(const ClassPolicy* policy, bool known);

}
