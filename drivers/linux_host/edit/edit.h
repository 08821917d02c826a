// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>

namespace rocelint::linux_host {

/// Returns the smallest edits of a host's configuration files that make the changes; if no file has a place
/// for a command, also a new script with its unit; see Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Returns the same as a shell script; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);

}
