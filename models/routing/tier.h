// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <cstdint>
#include <optional>

namespace rocelint::routing {

/// The tier that a role states: hosts and storage servers 0, leaves and border leaves 1, then spines,
/// super-spines and cores. nullopt for a device without a role and for management devices, which are in no
/// tier.
[[nodiscard]] constexpr std::optional<std::uint32_t> tier_of(Role role)
{
    switch (role) {
    case Role::host:
    case Role::storage:
        return 0;
    case Role::leaf:
    case Role::border:
        return 1;
    case Role::spine:
        return 2;
    case Role::super_spine:
        return 3;
    case Role::core:
        return 4;
    case Role::unknown:
    case Role::management:
        break;
    }
    return std::nullopt;
}

}
