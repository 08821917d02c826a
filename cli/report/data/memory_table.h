// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/syntax/json/json_writer.h"

#include <string>

namespace rocelint::cli {

/// Writes a row for each side of each switch that reports its buffer pools, with the fabric's name if it has
/// one.
void write_memory(JsonWriter& out, const Fabric& fabric, std::string_view name);

/// The rows as lines of text; empty if no switch reports its pools.
[[nodiscard]] std::string describe_memory(const Fabric& fabric);

}
