// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/inventory/inventory.h"
#include "push/reach/reach.h"

#include <cstddef>

namespace rocelint::cli {

/// Fetches counters once or twice, `parallel` devices at a time, into folders that `check --evidence` reads. A command
/// that a device does not know is left out; a device of which nothing was fetched is a failure.
[[nodiscard]] ExitCode collect_counters(const LiveOptions& options,
    const push::Inventory& inventory,
    const push::Access& access,
    std::size_t parallel);

}
