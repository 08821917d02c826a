// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::opensm {

/// Returns the changes that edit() makes, as a patch of the files (file_patch.h), and the options with which
/// opensm then runs. Options that opensm reads only at its start are interruptions: its service is restarted
/// for them. See Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

/// Returns the patch that turns the files of `after` back into those of `before`, applied in the same way.
/// See Driver::undo.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

}
