// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::nvue {

/// Driver::edit, for startup.yaml and for `nv set` lines.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Driver::commands: lines of `nv set` and `nv unset`, which change the pending revision.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Driver::undo, from the statements of both configurations.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

/// Driver::render: the startup.yaml of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
