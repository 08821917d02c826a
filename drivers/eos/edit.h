// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::eos {

/// The smallest edits of the running-config that make the changes; see Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// The same as lines for `configure`; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

/// The commands that make a running-config as `before` of one that is as `after`. Nothing is refused.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

}
