// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// Lists port names for people: runs with a constant step are joined ("Ethernet0 to Ethernet124"), and
/// entries after the first `most` become "and 12 more".
[[nodiscard]] std::string list_ports(std::span<const std::string_view> names, std::size_t most = 5);

}
