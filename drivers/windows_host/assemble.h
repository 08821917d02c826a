// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/facts.h"

namespace rocelint::windows_host {

/// Makes ports and NICs of the facts. What captures show has precedence over what scripts set.
void assemble(Device& device, HostFacts shown, const HostFacts& set);

}
