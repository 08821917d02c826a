// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/table_walk.h"
#include "rules/rule.h"

namespace rocelint {

/// Reports what a forwarding table does wrong at one port of one switch: an error where packets between end nodes meet it,
/// else a warning.
Finding& report_fault(FabricContext& context, std::uint32_t subnet, const lid_routing::RouteFault& fault);

/// Says "not checked" for what of a subnet's forwarding tables could not be followed.
void explain_gaps(FabricContext& context, std::uint32_t subnet);

}
