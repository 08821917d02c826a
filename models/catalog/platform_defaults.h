// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/catalog.h"
#include "models/fabric/setting.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocelint::catalog {

/// What one platform does where a configuration is silent: its sourced defaults, with one Origin each however many ports use
/// it. `Name` is the platform's own enumeration of its entries and ends with `count_`.
template <class Name>
class PlatformDefaults {
public:
    /// Entries of the platform's section of the catalog, by Name.
    using Entries = std::array<std::string_view, static_cast<std::size_t>(Name::count_)>;

    /// Of a fragment nothing is a default: what it lacks may stand in another file.
    PlatformDefaults(std::string_view platform, const Entries& entries, Origins& origins, bool fragment)
        : platform_(platform), entries_(&entries)
    {
        for (std::size_t at = 0; at < origins_.size(); ++at) {
            const PlatformDefault found = entry_of(static_cast<Name>(at));
            if (fragment)
                origins_[at] = origins.unread("this part of a configuration does not show it");
            else if (found.known())
                origins_[at] = origins.default_of(found.source);
        }
    }

    /// Origin of kind `default_`; unread in a fragment, and where the catalog has no entry.
    [[nodiscard]] OriginId origin(Name name) const { return origins_[static_cast<std::size_t>(name)]; }
    [[nodiscard]] bool known(Name name) const { return origin(name).kind() == OriginKind::default_; }
    [[nodiscard]] std::uint64_t number(Name name) const { return entry_of(name).number(); }
    [[nodiscard]] std::string_view text(Name name) const { return entry_of(name).value; }
    /// `value` as a default of this name, or unread.
    template <class T>
    [[nodiscard]] Setting<T> value(Name name, T value_when_known) const
    {
        return known(name) ? Setting<T>(value_when_known, origin(name)) : Setting<T>::unread(origin(name));
    }

protected:
    void set_origin(Name name, OriginId origin) { origins_[static_cast<std::size_t>(name)] = origin; }

private:
    [[nodiscard]] PlatformDefault entry_of(Name name) const
    {
        return platform_default(platform_, (*entries_)[static_cast<std::size_t>(name)]);
    }
    std::string_view platform_;
    const Entries* entries_;
    std::array<OriginId, static_cast<std::size_t>(Name::count_)> origins_{};
};

}
