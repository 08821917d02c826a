// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <span>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// What takes changes back: each setting that they make is set to the value that the host showed before, in the opposite
/// order; see Driver::undo. Refused is what was not read, and what the host does not let go of again.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

/// Begins a Commands::persistent that takes another one back; the key of that one follows.
constexpr std::string_view undo_mark = "# rocelint takes back ";
/// By what a Commands::persistent is found again on a host.
[[nodiscard]] std::string boot_key(std::string_view persistent);

}
