// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"

namespace rocelint::eos {

/// Logs in and enters privileged mode. Nothing but the command line (a terminal over SSH) is used.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// The commands that make a running-config as `before` of one that is as `after`: what the changes added is negated,
/// what they displaced is said again. Nothing is refused, since every line has a negation.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

/// The configuration without the lines that change by themselves: headers with a command or a time, and the final `end`.
[[nodiscard]] std::string without_volatile_lines(std::string_view running_config);

}
