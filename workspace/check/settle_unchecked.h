// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "rules/finding.h"

#include <vector>

namespace rocelint::workspace {

/// Sets NotChecked::settle where the device's platform names a capture that shows what is unread.
void settle_unchecked(const Fabric& fabric, std::vector<NotChecked>& rows);

}
