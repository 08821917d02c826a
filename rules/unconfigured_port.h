// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// Whether no line says anything of how packets are classified, queued and paused on the port: it was left out as a whole.
[[nodiscard]] bool is_unconfigured(const Device& device, const Port& port);

/// Makes the finding the one cause of whatever else is found about such a port, and proposes what another port of its
/// device has, of the same speed, that pauses `required`: the site's own idiom. Nothing is proposed where no port has it.
void blame_unconfigured_port(const PortContext& context, PrioritySet required, Finding& finding);

}
