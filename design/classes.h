// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"

namespace rocelint::design {

/// Whether the classes of the policy and the shares of the intent go together: every DSCP in one class, CNPs apart from
/// RDMA, shares of classes that there are, no more lossless classes than switches have room for.
[[nodiscard]] Result<void> check_classes(const FabricIntent& intent, const Policy& policy);

/// Gives a device its classes, shares, trust and markings. The role of `device` is set already.
void design_classes(const FabricIntent& intent, const Policy& policy, DeviceDesign& device);

}
