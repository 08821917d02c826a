// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/catalog.h"
#include "models/fabric/value/setting.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace rocelint::catalog {

/// Text as a template argument.
template <std::size_t length>
struct NameText {
    // NOLINTNEXTLINE(google-explicit-constructor): the text converts implicitly.
    consteval NameText(const char (&text)[length]) { std::ranges::copy(text, characters); }
    char characters[length]{};

    [[nodiscard]] consteval std::string_view view() const { return {characters, length - 1}; }
};

/// The table of the names in a text, which single blanks separate: "admin_state ecn fec".
template <NameText text>
[[nodiscard]] consteval auto names()
{
    std::array<std::string_view, std::ranges::count(text.view(), ' ') + 1> found{};
    std::string_view rest = text.view();
    for (std::string_view& name : found) {
        name = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
    return found;
}

/// The name of an entry in a platform's table of names, looked up at compile time: unknown names do not
/// compile.
template <const auto& names>
class DefaultName {
public:
    static constexpr std::size_t count_ = std::size(names);

    // NOLINTNEXTLINE(google-explicit-constructor): the name converts implicitly.
    consteval DefaultName(const char* name)
        : index_(
            static_cast<std::uint8_t>(std::ranges::find(names, std::string_view(name)) - std::begin(names)))
    {
        if (index_ == count_)
            throw "no such default";
    }
    constexpr explicit operator std::size_t() const { return index_; }

private:
    std::uint8_t index_;
};

/// What one platform does if a configuration is silent: its sourced defaults, with one Origin each, however
/// many ports use it. `Name` is a DefaultName, or the platform's own enumeration of its entries, which ends
/// with `count_`.
template <class Name>
class PlatformDefaults {
public:
    /// Entries of the platform's section of the catalog, by Name.
    using Entries = std::array<std::string_view, static_cast<std::size_t>(Name::count_)>;

    /// A fragment has no defaults: another file may state what it lacks.
    PlatformDefaults(std::string_view platform, const Entries& entries, Origins& origins, bool fragment)
    {
        for (std::size_t at = 0; at < entries.size(); ++at) {
            Entry& entry = entries_[at];
            const PlatformDefault found = platform_default(platform, entries[at]);
            entry.text = found.value;
            entry.number = found.number();
            if (fragment)
                entry.origin = origins.unread("this part of a configuration does not show it");
            else if (found.known())
                entry.origin = origins.default_of(found.source);
        }
    }

    /// States why a setting without a catalog entry is unread.
    void explain(Name name, Origins& origins, std::string_view reason)
    {
        OriginId& origin = entries_[static_cast<std::size_t>(name)].origin;
        if (origin == OriginId{})
            origin = origins.unread(reason);
    }

    /// Makes an entry unread although the catalog has it: something that the files do not show sets it.
    void withhold(Name name, Origins& origins, std::string_view reason)
    {
        entries_[static_cast<std::size_t>(name)].origin = origins.unread(reason);
    }

    /// The origin, of kind `default_`; unread in a fragment and if the catalog has no entry.
    [[nodiscard]] OriginId origin(Name name) const { return entry(name).origin; }
    [[nodiscard]] bool known(Name name) const { return origin(name).kind() == OriginKind::default_; }
    [[nodiscard]] std::uint64_t number(Name name) const { return entry(name).number; }
    [[nodiscard]] std::string_view text(Name name) const { return entry(name).text; }
    /// `value` as a default of this name, or unread.
    template <class T>
    [[nodiscard]] Setting<T> value(Name name, T value_when_known) const
    {
        return known(name) ? Setting<T>(value_when_known, origin(name)) : Setting<T>::unread(origin(name));
    }
    /// The entry's number as a default, or unread.
    template <class T>
    [[nodiscard]] Setting<T> number_as(Name name) const
    {
        return value(name, T(number(name)));
    }

private:
    // Looked up once, because every port needs a dozen of them.
    struct Entry {
        OriginId origin;
        std::string_view text;
        std::uint64_t number = 0;
    };
    [[nodiscard]] const Entry& entry(Name name) const { return entries_[static_cast<std::size_t>(name)]; }
    std::array<Entry, static_cast<std::size_t>(Name::count_)> entries_{};
};

}
