// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/table_walk.h"
#include "rules/rule.h"

namespace rocelint {

/// What is wrong with a forwarding table at one port of one switch: an error if it affects packets between end
/// nodes, otherwise a warning.
[[nodiscard]] Diagnosis diagnosis_of(
    const FabricContext& context, std::uint32_t subnet, const lid_routing::RouteFault& fault);

/// Reports "not checked" for the parts of a subnet's forwarding tables that could not be followed.
void explain_gaps(FabricContext& context, std::uint32_t subnet);

}
