// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/stated.h"

#include <vector>

namespace rocelint::cli {

/// Where to go from a place: from a reference (a map that is bound, a class of a policy, a profile) to what it refers to; from a port to
/// the other end of its link; from the topology to the ports and devices that it names. Each once, and not the line itself.
[[nodiscard]] std::vector<Span> definitions_at(const Fabric& fabric, const Cursor& cursor);

}
