// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/finding.h"

#include <vector>

namespace rocelint {

struct Fabric;

/// A fault in a profile is pointed at in the profile's own line, which says nothing of who uses it: gives such findings the
/// place that binds the profile to the finding's first port as further evidence, unless the rule did so itself.
void add_binding_evidence(std::vector<Finding>& findings, const Fabric& fabric);

}
