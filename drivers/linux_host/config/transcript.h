// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/linux_host/shell/command.h"

namespace rocelint::linux_host {

/// Splits a capture into one node per command, whose children are the output lines. Output saved without its
/// command line gets a node of length 0 with the command that must have printed it.
[[nodiscard]] Tree parse(const Source& source);
[[nodiscard]] Detection detect(const Source& source);
/// The captured hostname: output of `hostname`, else the host in a prompt.
[[nodiscard]] std::string_view identity(const Tree& tree);

/// The command of a section node.
[[nodiscard]] Command command_of(const Node& section);
/// The host in the prompt of a section node; empty if there is none.
[[nodiscard]] std::string_view host_of(const Node& section);
/// The hostname that a section prints, with the line that prints it; null for any other section.
struct NamedHost {
    const Node* line = nullptr;
    std::string_view name;
};
[[nodiscard]] NamedHost hostname_in(const Node& section);

}
