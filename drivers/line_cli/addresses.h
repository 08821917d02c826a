// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/forwarding.h"
#include "models/syntax/indent_tree.h"

#include <optional>

namespace rocelint::line_cli {

/// Takes a prefix: "10.0.0.1/24", "10.0.0.1 /24", "10.0.0.1 255.255.255.0", "2001:db8::/64".
[[nodiscard]] std::optional<IpPrefix> take_prefix(Words& words);

}
