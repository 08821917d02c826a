// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <string>

namespace rocelint::testing {

/// What happens to RDMA packets and CNPs, as text: on each port that carries them how they are classified, paused, queued,
/// marked, scheduled and buffered, and how hosts and jobs mark them. The ports and classes are those of `sound`, so that two
/// readings of one fabric compare.
[[nodiscard]] std::string rdma_view(const workspace::Outcome& sound, const workspace::Outcome& outcome);

}
