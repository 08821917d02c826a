// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::windows_host {

/// Writes the changes into the host's script of corrections, and creates the script if the host has no such file; see
/// Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// The same as commands of PowerShell; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Commands that give each setting of the changes the value that was read before; see Driver::undo.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

}
