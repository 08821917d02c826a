// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/input/load.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rocelint::workspace {

/// Whether the files of a switch show what is in force and hold no configuration: nothing in them names the switch, and no
/// line sets a port.
[[nodiscard]] bool is_state_capture(const Device& device);

/// By index of a device in Loaded::devices: the files of captures that show its state.
using StateFiles = std::map<std::size_t, std::vector<SourceId>>;

/// Reads each device again, together with the captures of its state: what they show counts for ports that only its
/// configuration has. Counters that it has already stay as they are.
void read_with_state(const StateFiles& captures, Loaded& loaded);

}
