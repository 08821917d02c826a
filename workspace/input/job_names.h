// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <vector>

namespace rocelint::workspace {

/// Gives each job a unique name. A job's file states no name, and the jobs of all hosts have the same default
/// name. A job of a host gets the host's name ("nccl@host1"); another job whose name is not unique gets its
/// folder's name ("nccl@training").
void name_jobs(std::vector<Device>& devices, const SourceSet& sources);

}
