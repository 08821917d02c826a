// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/esxi_host/facts.h"
#include "models/change/change.h"
#include "models/change/editing.h"

#include <span>
#include <string>
#include <vector>

namespace rocelint::esxi_host {

/// One command, and the one that restores what it changes.
struct EsxcliLine {
    std::uint32_t change = 0; ///< index in the requested list
    std::string text;
    std::string undo{}; ///< empty where the old value was not read
};

/// The commands for a list of changes.
struct EsxcliLines {
    std::vector<EsxcliLine> lines; ///< in the order in which they run
    std::vector<Refusal> refused;
};

/// Writes the changes that the device does not have yet. `facts`: what was read of the host (read_facts).
[[nodiscard]] EsxcliLines esxcli_lines(
    const Device& device, const HostFacts& facts, std::span<const Change> changes);

/// Writes the changes into the host's script of corrections, and creates the script if the host has no such file; see
/// Driver::edit.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// The same as commands of the ESXi Shell; see Driver::commands.
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Commands that give each setting of the changes the value that was read before; see Driver::undo.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

}
