// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "drivers/transport/ssh_config.h"
#include "push/inventory.h"

#include <functional>

namespace rocelint::push {

/// How devices are reached: what the command line and its surroundings say.
struct Access {
    SshSurroundings around;
    /// Who answers when a device asks for a password or a key for its passphrase. May be empty.
    std::function<AskSecret(const InventoryDevice&)> ask;
    std::chrono::milliseconds connect_timeout{10000};
    std::chrono::milliseconds command_timeout{60000};
    unsigned retries = 2; ///< of a connection that could not be made
    std::chrono::milliseconds first_pause{
        500}; ///< before the first retry; each further one waits twice as long
    const CancelFlag* cancel = nullptr;
    std::string state_key; ///< LiveTarget::state_key
};

/// Connects. What cannot be reached or keeps silent is tried again, after a pause that grows and is never the same for two
/// devices (half to one and a half of it), so that a rack that comes back is not met by everybody at once. What refuses
/// is not tried again.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open_device(
    const InventoryDevice& device, const Access& access);

/// Sleeps, but not longer than until `cancel` is raised. False: it was.
bool sleep_for(std::chrono::milliseconds time, const CancelFlag* cancel);

/// Calls `task` for each index below `count`, `most` of them at a time: for work that waits for devices, not for cores.
/// Indices that have not begun when `cancel` is raised are left out. The first exception of a task reaches the caller when all that had
/// begun have ended; no further ones begin.
void for_each_device(std::size_t count,
    std::size_t most,
    const CancelFlag* cancel,
    const std::function<void(std::size_t)>& task);

}
