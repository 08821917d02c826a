// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"
#include "push/inventory/inventory.h"
#include "push/reach/reach.h"

#include <optional>
#include <vector>

namespace rocelint::cli {

/// The result of reading one device of an inventory.
struct Collected {
    std::optional<Snapshot> snapshot; ///< no value if the device could not be read
    Hardware hardware;
    std::string error;
};

/// Reads all devices of an inventory, `parallel` at a time, and shows the progress on a terminal. The result
/// is in the inventory's order.
[[nodiscard]] std::vector<Collected> collect_devices(
    const push::Inventory& inventory, const push::Access& access, std::size_t parallel);

/// Runs `rocelint collect`.
[[nodiscard]] ExitCode run_collect(const LiveOptions& options);

}
