// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "rules/rule.h"

#include <vector>

namespace rocelint {

/// Sets Finding::evidence of every finding if counters of any device were read, and adds the lines of the counters that
/// decided. Severities stay as they are.
void weigh_counters(std::vector<Finding>& findings, const Fabric& fabric);

}
