// SPDX-License-Identifier: Apache-2.0
// What a row of models/fabric/fields.h says of a setting.
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

namespace rocelint {

/// How a setting takes part in the comparison of two readings.
enum class Compare : std::uint8_t {
    value, ///< by its value; a Change of the row's property may set it
    target, ///< by what it refers to, whatever that is called; a Change may set it
    read_only, ///< by its value or by what it refers to; no Change sets it
    /// Follows from other settings of its property, or from what is plugged in. Differs only where both readings tell
    /// it; a Change of the property accounts for it.
    derived,
    observed, ///< what was seen at one moment (a link, an error rate): changes by itself, and is never compared
};

/// The row of one setting.
template <class T, class V>
struct Field {
    using Record = T;
    using Value = V;
    std::string_view name; ///< as `debug model` prints it; unique in its table
    Setting<V> T::*member;
    Property property; ///< what would have to change
    Compare compare;
    std::string_view what; ///< for people, as in "autonegotiation differs"; the name where nothing is given
    bool optional = false; ///< see optional()
    std::string_view unjudged; ///< see unjudged()

    constexpr Field(std::string_view own_name,
        Setting<V> T::*setting,
        Property changes,
        Compare by = Compare::value,
        std::string_view words = {})
        : name(own_name)
        , member(setting)
        , property(changes)
        , compare(by)
        , what(words.empty() ? own_name : words)
    {
    }
};

/// The row of a setting that refers to something of the device.
template <class T, class Target>
struct Reference {
    using Record = T;
    using Value = Ref;
    std::string_view name;
    Setting<Ref> T::*member;
    Property property;
    std::vector<Target> Device::*targets;
    Compare compare;
    std::string_view what;
    bool optional = false;
    std::string_view unjudged;

    constexpr Reference(std::string_view own_name,
        Setting<Ref> T::*setting,
        Property changes,
        std::vector<Target> Device::*where,
        Compare by = Compare::target,
        std::string_view words = {})
        : name(own_name)
        , member(setting)
        , property(changes)
        , targets(where)
        , compare(by)
        , what(words.empty() ? own_name : words)
    {
    }
};

/// The row of a setting that is the index of a port; Port::no_index: a known none.
template <class T>
struct PortField {
    using Record = T;
    using Value = std::uint32_t;
    std::string_view name;
    Setting<std::uint32_t> T::*member;
    Property property;
    Compare compare = Compare::read_only;
    std::string_view what;
    bool optional = false;
    std::string_view unjudged;

    constexpr PortField(std::string_view own_name,
        Setting<std::uint32_t> T::*setting,
        Property changes,
        std::string_view words = {})
        : name(own_name), member(setting), property(changes), what(words.empty() ? own_name : words)
    {
    }
};

/// The row of a setting that many devices do not have, or that is one of two ways to say the same: that nobody speaks of it
/// leaves no rule unchecked. A reason why it is unread does.
template <class Row>
[[nodiscard]] constexpr Row optional(Row row)
{
    row.optional = true;
    return row;
}

/// The row of a setting that no rule looks at, with the reason: the lines that state it are counted as such.
template <class Row>
[[nodiscard]] constexpr Row unjudged(std::string_view why, Row row)
{
    row.unjudged = why;
    return row;
}

/// Calls `visit(row)` for each row, in the order of the table.
template <class Fields, class Visit>
constexpr void for_each_field(const Fields& fields, Visit&& visit)
{
    std::apply([&visit](const auto&... row) { (visit(row), ...); }, fields);
}

}
