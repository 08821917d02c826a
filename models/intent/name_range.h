// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The most names that one pattern may stand for.
inline constexpr std::size_t most_names = 100'000;

/// The names that a pattern stands for: "Ethernet[0-252/4]" is Ethernet0, Ethernet4, ... Ethernet252, "leaf[1,3-5]" is
/// leaf1, leaf3, leaf4, leaf5. A number keeps its leading zeros ("host[01-12]"). Of several brackets the last counts
/// fastest. Text without brackets is one name. An Error (without a place) tells what is wrong with the brackets.
[[nodiscard]] Result<std::vector<std::string>> expand_names(std::string_view pattern);

}
