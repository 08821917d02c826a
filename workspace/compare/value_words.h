// SPDX-License-Identifier: Apache-2.0
// Describes values of the model, and of its records, in words that follow their name.
#pragma once

#include "models/change/same_fields.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/sentence.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rocelint::workspace {

/// The current and the previous value of one thing.
struct Reported {
    std::string now;
    std::string was;
};

/// Returns "largest frame" for "the largest frame"; and whether a colon precedes the value ("whether the port
/// is routed: yes").
[[nodiscard]] std::string_view without_article(std::string_view what);
[[nodiscard]] bool wants_colon(std::string_view what);
/// "largest frame 9216 bytes", "whether the port is routed: yes".
[[nodiscard]] std::string with_value(std::string_view what, std::string_view value);

/// "priority 3", "priorities 3,4"; "none" for an empty set.
[[nodiscard]] std::string priority_words(PrioritySet set);

/// A value for readers: bytes with their unit, a switch as "on" or "off", a question ("whether …") as "yes"
/// or "no".
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

/// The value of a setting: "not known" if it was not read, "not set" if it is optional and nothing states it.
template <class Row, class V>
[[nodiscard]] std::string setting_words(const Row& row, const Setting<V>& setting)
{
    if (!setting.peek_known())
        return row.optional ? "not set" : "not known";
    return value_words(row.what, setting.value);
}

/// The word for a row within its record: "headroom" for the row xoff of a buffer profile.
[[nodiscard]] std::string short_word(std::string_view row);

/// The rows in which two records differ, now and before: "headroom 20480 bytes, xon 18432 bytes". Derived
/// rows are listed only if nothing else differs. `skip(row)` excludes rows.
template <class T, class Skip>
[[nodiscard]] Reported differing_rows(const TwoReadings& readings, const T& before, const T& after, Skip skip)
{
    Reported told;
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
                    add_item(text, with_value(word, setting_words(row, setting)));
                };
                add(told.now, after.*row.member);
                add(told.was, before.*row.member);
            }
        });
    }
    return told;
}

/// All stated rows of a record in the same format; "nothing stated" if there are none.
template <class T, class Skip>
[[nodiscard]] std::string stated_rows(const T& record, Skip skip)
{
    std::string text;
    for_each_field(fields_of<T>, [&](const auto& row) {
        using Row = std::remove_cvref_t<decltype(row)>;
        if constexpr (!std::is_same_v<typename Row::Value, Ref>) {
            const auto& setting = record.*row.member;
            if (row.compare == Compare::derived || row.compare == Compare::observed || skip(row)
                || !setting.peek_known())
                return;
            add_item(text, with_value(short_word(row.name), value_words(row.what, setting.value)));
        }
    });
    return text.empty() ? "nothing stated" : text;
}

/// "on for priority 3", "off".
[[nodiscard]] std::string pfc_words(const Setting<PrioritySet>& set);
/// "from 150000 to 1500000 bytes with up to 5 %", "off".
[[nodiscard]] std::string ecn_words(const EcnProfile* profile, bool known);
/// A point and a target of a map: "DSCP 26" by from_words and "traffic class 3" by target_words.
[[nodiscard]] std::string from_words(MapKind kind, DscpSet points);
[[nodiscard]] std::string target_words(MapKind kind, std::uint8_t target);
/// The whole map, grouped by target: "24-31 to traffic class 3, 48 to traffic class 6"; "none".
[[nodiscard]] std::string map_words(const ClassMap* map, bool known);
/// The classes of a policy, in order.
[[nodiscard]] std::string policy_words(const ClassPolicy* policy, bool known);

}
