// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/priority.h"

#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// Parses a code point, as a number or as a name of iproute2's rt_dsfield (RFC 2474, 2597, 3246).
[[nodiscard]] std::optional<Dscp> dscp_by_name(std::string_view name);

}
