// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/stated.h"

#include <vector>

namespace rocelint::cli {

/// The targets of "go to definition" from a place: from a reference (a bound map, a class of a policy, a
/// profile) to its definition; from a port to the other end of its link; from the topology to the ports and
/// devices that it names. Without duplicates, and without the line itself.
[[nodiscard]] std::vector<Span> definitions_at(const Fabric& fabric, const Cursor& cursor);

}
