// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/forwarding.h"
#include "models/syntax/indent_tree.h"

#include <optional>

namespace rocelint::line_cli {

/// Takes "10.0.0.1/24", "10.0.0.1 /24", "2001:db8::1/64" or the older "10.0.0.1 255.255.255.0". Nothing for anything else.
[[nodiscard]] std::optional<IpPrefix> take_prefix(Words& words);

}
