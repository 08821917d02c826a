// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint {

struct Analysis;

/// Judges every port of the fabric by what is known of it. The classes of `analysis` must be there already.
void judge_ports(Analysis& analysis);

}
