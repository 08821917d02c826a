// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine.h"

namespace rocelint {

/// Adds SYN004 for each override and each port entry of the policy that no device or port of this run meets: what its author
/// meant is judged as if it were not there. Of a part of a fabric, and of a policy that several share, only a port that a device which
/// was read and is named does not have is told.
void tell_unmatched_entries(Report& report, const Analysis& analysis, const Selection& selection);

}
