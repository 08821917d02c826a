// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/ib_fabric/draft.h"

#include <string>
#include <vector>

namespace rocelint::ib_fabric {

/// Joins what several files show into one subnet: nodes by GUID, by the GUID of a port, by LID or by name.
/// Files that share no node with the others belong to another subnet: they are left out and reported as a
/// problem. A contradiction between two files becomes an IbConflict.
[[nodiscard]] Subnet assemble(std::vector<Draft>& drafts, std::vector<SyntaxProblem>& problems, Arena& arena);

}
