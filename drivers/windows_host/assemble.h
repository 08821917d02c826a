// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/facts.h"

namespace rocelint::windows_host {

/// Makes ports and NICs of what the files state (join, correct). `corrected`: what a script with corrections sets.
void assemble(Device& device, const HostFacts& facts, const HostFacts& corrected);

}
