// SPDX-License-Identifier: Apache-2.0
// A rule about ports and the proof of paths judge headroom by the same numbers, which the site may set.
#include "analysis/facts/memory/headroom_limits.h"

namespace rocelint {

std::optional<HeadroomLimits> headroom_limits(const Policy& policy)
{
    const RuleSetting* setting = policy.setting_of("HDR001");
    if (setting != nullptr && setting->off)
        return std::nullopt;
    const auto number
        = [&](std::string_view name) { return first_value_of(headroom_parameters, setting, name); };
    return HeadroomLimits{.tolerance = {static_cast<std::uint64_t>(number("tolerance"))},
        .floor_share = number("floor_share"),
        .lossless_mtu = {static_cast<std::uint64_t>(number("lossless_mtu"))}};
}

}
