// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/hdr/table_shape.h"
#include "rules/rule.h"

namespace rocelint {

/// Names what a fault of a headroom table is about: the headroom of each port that uses one of the rows of the
/// steps, so that a fault of such a port goes before it, and the table.
void blame_table(const DeviceContext& context, Finding& finding, const std::vector<HeadroomStep>& steps);

/// "100G and 300 m".
[[nodiscard]] std::string label_of(const HeadroomPoint& point);

}
