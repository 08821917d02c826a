// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/find/group_files.h"
#include "workspace/input/read_group.h"

#include <vector>

namespace rocelint::workspace {

/// Joins groups of one platform that state the same hostname into one device, unless they contradict each
/// other. If they do, they stay separate, and `problems` gets a warning. A group that was joined to another
/// has no files left.
void join_by_name(const std::vector<InputFile>& files,
    std::vector<FileGroup>& groups,
    std::vector<ReadGroup>& results,
    KnownDevices* known,
    std::vector<SyntaxProblem>& problems);

}
