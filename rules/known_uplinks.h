// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/bisection.h"
#include "rules/rule.h"

#include <optional>

namespace rocelint::rules {

/// The bandwidth of one switch downwards and upwards. No value if it has no uplinks or no RDMA below, or,
/// after reporting "not checked", if that is not fully known.
[[nodiscard]] std::optional<SwitchUplinks> known_uplinks(FabricContext& context, const SwitchCables& cables);

}
