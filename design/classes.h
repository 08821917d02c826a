// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"

namespace rocelint::design {

/// Checks that the classes of the policy and the shares of the intent are consistent: each DSCP belongs to
/// one class, CNPs and RDMA use different classes, shares name existing classes, and switches support the
/// number of lossless classes.
[[nodiscard]] Result<void> check_classes(const FabricIntent& intent, const Policy& policy);

/// Checks the shares of the intent against the window that ETS002 asks for on this device, whose own policy it is.
[[nodiscard]] Result<void> check_share_window(
    const FabricIntent& intent, const Policy& policy, const IntentDevice& device);

/// Sets the classes, shares, trust and markings of a device. The role of `device` is already set.
void design_classes(const FabricIntent& intent, const Policy& policy, DeviceDesign& device);

}
