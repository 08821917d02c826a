// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/hdr/table_shape.h"
#include "rules/rule.h"

namespace rocelint {

/// Names the subjects of a fault in a headroom table: the headroom of each port that uses a row of `steps`,
/// so that a fault of such a port takes precedence, and the table.
void blame_table(const DeviceContext& context, Diagnosis& diagnosis, const std::vector<HeadroomStep>& steps);

/// "100G and 300 m".
[[nodiscard]] std::string label_of(const HeadroomPoint& point);

}
