// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/inventory/inventory.h"
#include "push/reach/reach.h"

#include <cstddef>

namespace rocelint::cli {

/// Fetches counters once or twice, `parallel` devices at a time, into folders that `check --evidence` reads. Skips
/// commands that a device does not know; fails for a device from which nothing could be fetched.
[[nodiscard]] ExitCode collect_counters(const LiveOptions& options,
    const push::Inventory& inventory,
    const push::Access& access,
    std::size_t parallel);

}
