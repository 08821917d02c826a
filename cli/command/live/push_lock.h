// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory/inventory.h"
#include "push/plan/plan.h"

namespace rocelint::cli {

/// Keeps pushes of one user apart until the program ends: no other push may use the devices that the plan
/// changes, or change the devices that the plan depends on. Fails with `refused`, naming the process, if
/// another push holds such a device; it does not wait, so that no deadlock is possible. Devices are
/// identified by address and port. If there is no home directory, or its file system has no locks, this is
/// reported on standard error and nothing is locked.
[[nodiscard]] Result<void> hold_devices(const push::Plan& plan, const push::Inventory& inventory);

}
