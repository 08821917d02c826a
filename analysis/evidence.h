// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint {

struct Analysis;

/// Sets the verdict of every port of the fabric from the available evidence. `analysis.classes` must be
/// filled in already.
void judge_ports(Analysis& analysis);

}
