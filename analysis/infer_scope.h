// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/class_model.h"
#include "models/fabric/fabric.h"

namespace rocelint {

/// The scope with which a policy with these classes covers exactly the switch ports that show signs of RDMA.
/// Not `given` if such a scope would exclude nothing, or if no switch port shows signs of RDMA.
[[nodiscard]] PolicyScope infer_scope(const Fabric& fabric, const ClassModel& classes);

}
