// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine/engine.h"

namespace rocelint {

/// Adds SYN004 for each override and each port entry of the policy that matches no device or port of this
/// run, and so has no effect. If only part of a fabric was read, or several fabrics share the policy, only
/// reports a port entry that names a device by name and a port that this device does not have.
void tell_unmatched_entries(Report& report, const Analysis& analysis, const Selection& selection);

}
