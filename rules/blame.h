// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// The subjects of a fault of this port's headroom: each priority, then the whole, so that a fault of the cable
/// length (the whole alone) goes before it.
void blame_headroom(const PortContext& context, Finding& finding, PrioritySet priorities);

}
