// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/finding.h"

#include <vector>

namespace rocelint {

struct Fabric;

/// A finding about a profile points at the profile's own line, which does not show its users. For such
/// findings, adds the line that binds the profile to the finding's first port as evidence, unless the rule
/// already did.
void add_binding_evidence(std::vector<Finding>& findings, const Fabric& fabric);

}
