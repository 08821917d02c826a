// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/intent/fabric_intent.h"

namespace rocelint::workspace {

/// Reads the keys of each InfiniBand subnet that names a key file: three lines, `sm_key`, `sa_key` and
/// `m_key`, each with a 64-bit number, as in opensm's option file. An Error points to the place that names
/// the file and says what is wrong with the file, but never shows any of its content.
[[nodiscard]] Result<void> read_subnet_keys(FabricIntent& intent);

}
