// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

namespace rocelint {

/// The scope under which a policy with these classes means the switch ports that show something of RDMA, and no others. Not given
/// where it would leave nothing out, or where no switch port shows anything.
[[nodiscard]] PolicyScope infer_scope(const Fabric& fabric, const ClassModel& classes);

}
