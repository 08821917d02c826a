// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <vector>

namespace rocelint::workspace {

/// Gives each job a name of its own. The file of a job says no name, and every host has one that is called the same: a job of
/// a host is named with it ("nccl@host1"), and another whose name is not the only one with its folder ("nccl@training").
void name_jobs(std::vector<Device>& devices, const SourceSet& sources);

}
