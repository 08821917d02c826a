// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <string>

namespace rocelint::testing {

/// What happens to RDMA packets and CNPs, as text: on each port that carries them how they are classified, paused, queued,
/// marked, scheduled and buffered, and what hosts and jobs put on them. `sound` tells which ports and classes these are, so
/// that two readings of one fabric compare.
[[nodiscard]] std::string rdma_view(const workspace::Outcome& sound, const workspace::Outcome& outcome);

}
