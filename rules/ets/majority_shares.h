// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// Proposes for each queue of the port what most other ports of the device, and of switches of its platform and role,
/// do with it, where their shares fit into 100 percent. Proposes nothing where no way is the usual one, or where the
/// port already follows it.
void propose_majority_shares(const PortContext& context, Finding& finding);

}
