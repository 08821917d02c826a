// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/syntax/json_writer.h"

#include <string>

namespace rocelint::cli {

/// The key "memory": a row for each side of each switch that tells of its buffer pools.
void write_memory(JsonWriter& out, const Fabric& fabric);

/// The same as lines for people, one for each row; empty where no switch tells.
[[nodiscard]] std::string describe_memory(const Fabric& fabric);

}
