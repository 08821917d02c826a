// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/group_files.h"
#include "workspace/read_group.h"

#include <vector>

namespace rocelint::workspace {

/// Makes one device of groups of one platform that state the same hostname and do not contradict each other. Where they do,
/// they stay apart, and `problems` gets a warning. A group that was joined to another is left without files.
void join_by_name(const std::vector<InputFile>& files,
    std::vector<FileGroup>& groups,
    std::vector<KeyedGroup>& results,
    stored::Store* store,
    std::vector<SyntaxProblem>& problems);

}
