// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "push/reading.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Every device of a fabric.yaml as its rendered configuration reads: what live devices are compared with. `invalid` at its
/// place for an intent that cannot be built, `usage` where it cannot be read.
[[nodiscard]] Result<std::vector<ReadDevice>> devices_of_intent(const std::string& path);

}
