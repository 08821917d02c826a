// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::opensm {

/// What edit() makes of the files, as a patch of them (file_patch.h), with the options that opensm then runs with. Options
/// that it reads when it starts alone interrupt: its service is restarted for them. See Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

/// The patch that makes the files of `after` those of `before`, read in the same way. See Driver::undo.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

}
