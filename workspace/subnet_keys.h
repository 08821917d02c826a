// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/intent/fabric_intent.h"

namespace rocelint::workspace {

/// Reads the keys of each InfiniBand subnet that names a file of them: three lines, `sm_key`, `sa_key` and `m_key` with a number of
/// 64 bits each, as opensm's option file has them. An Error at the place that names the file tells what is wrong with it, and
/// shows nothing of what stands in it.
[[nodiscard]] Result<void> read_subnet_keys(FabricIntent& intent);

}
