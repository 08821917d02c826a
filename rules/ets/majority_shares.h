// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// Proposes for each queue of the port the scheduling that most other ports of the device, and of switches of
/// its platform and role, use, if the resulting shares fit into 100 percent. Proposes nothing if there is no
/// majority, or if the port already follows it.
void propose_majority_shares(const PortContext& context, Diagnosis& diagnosis);

}
