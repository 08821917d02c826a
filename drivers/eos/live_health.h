// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/live_session.h"
#include "drivers/live.h"

namespace rocelint::eos {

/// Links from `show interfaces status`, drops from `show interfaces counters discards`. Pause frames are not counted: no
/// source tells how `show priority-flow-control counters` writes them.
[[nodiscard]] Result<Health> read_health(Terminal& terminal, const std::vector<std::string>& ports);

}
