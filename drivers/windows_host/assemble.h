// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/facts.h"

namespace rocelint::windows_host {

/// Creates the host's ports and NICs from the facts in its files (join, correct). `corrected`: what a script with corrections sets.
void assemble(Device& device, const HostFacts& facts, const HostFacts& corrected);

}
