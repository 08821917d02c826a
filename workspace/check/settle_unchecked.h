// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "rules/finding.h"

#include <vector>

namespace rocelint::workspace {

/// Sets NotChecked::settle of the rows for which the device's platform knows a capture that shows the unread setting.
void settle_unchecked(const Fabric& fabric, std::vector<NotChecked>& rows);

}
