// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "push/reach/reading.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Returns every device of a fabric.yaml as its rendered configuration reads; live devices are compared with
/// these. Fails with `invalid`, at its place, for an intent that cannot be built, and with `usage` if the
/// intent cannot be read.
[[nodiscard]] Result<std::vector<ReadDevice>> devices_of_intent(const std::string& path);

}
