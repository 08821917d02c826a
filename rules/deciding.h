// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocelint {

/// The families that decide whether RDMA packets and CNPs arrive: PFC, classification, ECN and headroom.
inline constexpr std::array<std::string_view, 4> deciding_families{"PFC", "QOS", "ECN", "HDR"};

/// Whether the rule belongs to one of these families.
[[nodiscard]] inline bool decides(const Rule& rule)
{
    return std::ranges::any_of(
        deciding_families, [&rule](std::string_view family) { return rule.code.starts_with(family); });
}

}
