// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/syntax/json_writer.h"

#include <string>

namespace rocelint::cli {

/// A row for each side of each switch that tells of its buffer pools, with the fabric's name where it has one.
void write_memory(JsonWriter& out, const Fabric& fabric, std::string_view name);

/// The same as lines for people, one for each row; empty where no switch tells.
[[nodiscard]] std::string describe_memory(const Fabric& fabric);

}
