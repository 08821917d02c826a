// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// Returns commands that undo changes: in reverse order, each setting of the
/// changes gets the value that the host showed before; see Driver::undo. Refuses
/// settings whose old value was not read, and settings that the host cannot reset.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

/// First line of a Commands::persistent that undoes another one, followed by that one's key.
constexpr std::string_view undo_mark = "# rocelint takes back ";
/// The key that identifies a Commands::persistent on a host.
[[nodiscard]] std::string boot_key(std::string_view persistent);

}
