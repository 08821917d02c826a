// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/windows_host/facts.h"
#include "models/change/change.h"
#include "models/change/editing.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::windows_host {

/// One command, and the one that restores what it changes.
struct CmdletLine {
    std::uint32_t change = 0; ///< index in the requested list
    std::uint8_t rank = 0; ///< commands of a lower rank run first
    std::string text;
    std::string undo{}; ///< empty where the old value was not read
    std::string no_undo{}; ///< then: why
    bool restarts_adapter = false;
};

/// The commands for a list of changes.
struct CmdletLines {
    std::vector<CmdletLine> lines; ///< in the order in which they run
    std::vector<Refusal> refused;
};

/// Writes the changes that the device does not have yet. `facts`: what was read of the host (read_facts).
[[nodiscard]] CmdletLines cmdlet_lines(
    const Device& device, const HostFacts& facts, std::span<const Change> changes);

}
