// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/grammar.h"
#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <optional>
#include <span>
#include <string_view>

namespace rocelint::nvue {

/// A typed command that compares two configurations: "cumulus@leaf01:mgmt:~$ nv config diff applied pending".
struct DiffCommand {
    std::string_view switch_name; ///< in the prompt
    std::string_view base;
    std::string_view target;
};
/// The command of a line; nothing for any other line, and where no prompt shows that it was typed.
[[nodiscard]] std::optional<DiffCommand> diff_command(std::string_view line);

/// The switch in whose transcript configurations are compared; empty if the file has no such command.
[[nodiscard]] std::string_view switch_of_diff(const Tree& tree);

/// Reads which statements about QoS the applied configuration does not share with the pending or the saved one.
/// `facts` are the statements of the configuration itself: a comparison names no statement below what is wholly absent.
void read_config_diffs(Device& device, std::span<const Tree> trees, std::span<const Fact> facts);

}
