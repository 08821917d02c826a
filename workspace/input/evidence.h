// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/input/load.h"

#include <string>

namespace rocelint::workspace {

/// Reads the counters of devices below `folder` and adds them to the devices of the same names. Two captures of one
/// device lie below `before` and `after`, or below two folders whose names begin with a digit, such as dates: the first
/// by name is the earlier one. Anything else is one capture. Configurations below the folder are not used; what a later capture
/// shows of the state of a switch is. A device that `loaded` does not have is a warning if `is_only_fabric`.
void add_evidence(const std::string& folder, const LoadOptions& options, bool is_only_fabric, Loaded& loaded);

/// Files that hold nothing but counters of a switch, or its state, are no devices: gives the counters to the device that the
/// folder or the file is named after, and reads that device again with its state. Without such a device, they are a warning.
void adopt_captures(Loaded& loaded);

/// Adds a warning for each device with counters of ports that its configuration does not have.
void warn_of_unknown_ports(Loaded& loaded);

}
