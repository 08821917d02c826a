// SPDX-License-Identifier: Apache-2.0
// Examples of the rules about subnet managers: each states only how it differs from the clean manager.
#pragma once

#include "rules/rule.h"

#include <string_view>

namespace rocelint::sm {

/// A change of the clean manager's opensm.conf. Without a flagged text, the example is accepted.
[[nodiscard]] constexpr Example example(
    std::string_view title, std::string_view conf = {}, std::string_view flagged = {})
{
    return {.title = title, .files = {{{"opensm", "sm1", conf}}}, .flagged = flagged};
}

/// The clean manager with a further file of this name and text, and with a change of its opensm.conf.
[[nodiscard]] constexpr Example with_file(std::string_view title,
    std::string_view file,
    std::string_view text,
    std::string_view flagged = {},
    std::string_view conf = {})
{
    return {.title = title,
        .files = {{{"opensm", "sm1", conf}, {"opensm", "sm1", text, file}}},
        .flagged = flagged};
}

/// Changes that make a second manager with the first one's files a correct standby.
inline constexpr std::string_view standby = R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
)";

/// The clean manager and a second one, sm2, whose opensm.conf differs from it by this.
[[nodiscard]] constexpr Example with_second(std::string_view title,
    std::string_view conf,
    std::string_view flagged = {},
    std::string_view flagged_device = "sm2")
{
    return {.title = title,
        .files = {{{"opensm", "sm1", ""}, {"opensm", "sm2", conf}}},
        .flagged = flagged,
        .flagged_device = flagged.empty() ? std::string_view() : flagged_device};
}

}
