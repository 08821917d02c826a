// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint {

/// Whether no line configures how packets are classified, queued or paused on the port: the port was left out
/// entirely.
[[nodiscard]] bool is_unconfigured(const Device& device, const Port& port);

/// Makes the finding the single cause of all other faults of such a port, and proposes the configuration of
/// another port of the same device and speed that pauses `required`, to follow the site's conventions.
/// Proposes nothing if there is no such port.
void blame_unconfigured_port(const PortContext& context, PrioritySet required, Diagnosis& diagnosis);

}
