// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/sm/manager.h"

#include <optional>
#include <string_view>
#include <type_traits>

namespace rocelint::sm {

/// A rule about the value of one option of a subnet manager.
struct OptionRule {
    std::string_view option;
    /// The origin of the option's setting, if its value is wrong.
    std::optional<OriginId> (*wrong)(const SubnetManager&);
    std::string_view says; ///< what follows from it, after the manager's name
    std::string_view fix;
    std::string_view right; ///< the value that the change writes
};

/// For OptionRule::wrong: the setting is known and has this value.
template <auto member, auto value>
[[nodiscard]] std::optional<OriginId> has_value(const SubnetManager& manager)
{
    const auto& setting = manager.*member;
    using Value = std::remove_cvref_t<decltype(setting.value)>;
    return setting.known() && setting.value == Value(value) ? std::optional(setting.origin) : std::nullopt;
}

/// Reports the option if its value is wrong, with this as further evidence.
void report_option(DeviceContext& context, const OptionRule& row, std::vector<Related> evidence = {});

/// The check of a rule that consists of one row.
template <const OptionRule& row>
void check_option(DeviceContext& context)
{
    if (context.device().manager)
        report_option(context, row);
}

}
