// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/command_lines.h"
#include "drivers/junos/write/draft.h"

#include <string>

namespace rocelint::junos {

using hierarchy::command_lines;
using hierarchy::Direction;

/// Returns the same as the `<config>` of an `<edit-config>` (RFC 6241; Junos OS NETCONF XML Management
/// Protocol Developer Guide: the attribute `operation`). Empty if nothing changes.
[[nodiscard]] std::string netconf_config(const Draft& draft, Direction direction = {});

}
