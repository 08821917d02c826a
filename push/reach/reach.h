// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "drivers/transport/ssh_config/ssh_config.h"
#include "push/inventory/inventory.h"

#include <functional>

namespace rocelint::push {

/// How to reach devices, from the command line and the environment.
struct Access {
    SshSurroundings around;
    /// Answers when a device asks for a password, or a key for its passphrase. May be empty.
    std::function<AskSecret(const InventoryDevice&)> ask;
    std::chrono::milliseconds connect_timeout{10000};
    std::chrono::milliseconds command_timeout{60000};
    unsigned retries = 2; ///< after a connection that could not be made
    /// Before the first retry; doubles with each further one.
    std::chrono::milliseconds first_pause{500};
    const CancelFlag* cancel = nullptr;
    std::string state_key; ///< see LiveTarget::state_key
};

/// Connects to a device. If it cannot be reached or does not answer, retries after a growing pause with
/// jitter (half to one and a half of the pause), so that a rack that comes back is not flooded with
/// connections. Does not retry after a refusal.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open_device(
    const InventoryDevice& device, const Access& access);

/// Sleeps, but only until `cancel` is set. Returns false if it was set.
bool sleep_for(std::chrono::milliseconds time, const CancelFlag* cancel);

/// Calls `task` for each index below `count`, at most `most` at a time: for work that waits for devices, not
/// for cores. When `cancel` is set, no further indices begin. After an exception, no further indices begin
/// either; the first exception is rethrown to the caller when all tasks in progress have ended.
void for_each_device(std::size_t count,
    std::size_t most,
    const CancelFlag* cancel,
    const std::function<void(std::size_t)>& task);

}
