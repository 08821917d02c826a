// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory.h"
#include "push/plan.h"

namespace rocelint::cli {

/// Keeps pushes of one user apart, until the program ends: what the plan changes is this push's alone, and what it rests on is
/// changed by no other. `refused`, with the process that is in the way, where another push has such a device; nobody waits,
/// so that no two can wait for each other. Devices are known by address and port. Where there is no home directory, or its
/// file system has no locks, that is said on standard error and nothing is held.
[[nodiscard]] Result<void> hold_devices(const push::Plan& plan, const push::Inventory& inventory);

}
