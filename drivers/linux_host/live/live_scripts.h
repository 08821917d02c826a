// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/timed_host/host_scripts.h"
#include "models/text/objection.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// A host's dead-man. A reboot empties /run and clears the NIC's settings: it is a rollback by itself.
inline constexpr dead_man::Style dead_man_style{.folder = "/run/rocelint", .unit = "rocelint-undo"};

/// The commands of a transaction, as scripts in its folder: do.sh and undo.sh.
[[nodiscard]] timed_host::HostSteps host_steps();

/// Prints what could prevent a push: whether we are `root`, missing tools,
/// other transactions, the DCBX mode, the interfaces with their addresses,
/// and the route to our side of the connection. Parsed by ready_refusal().
[[nodiscard]] std::string ready_script(const Transaction& transaction);
/// Why nothing may be pushed. `printed` is the output of ready_script().
Objection ready_refusal(const Transaction& transaction, std::string_view printed);

[[nodiscard]] std::string stage_script(const Transaction& transaction);
/// Whether this can be the name of an interface (at most 15 characters, none special to a shell).
[[nodiscard]] bool is_interface_name(std::string_view name);

}
