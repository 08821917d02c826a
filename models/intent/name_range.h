// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The largest number of names that one pattern may expand to.
inline constexpr std::size_t most_names = 100'000;

/// Expands a pattern: "Ethernet[0-252/4]" is Ethernet0, Ethernet4, ... Ethernet252; "leaf[1,3-5]" is leaf1,
/// leaf3, leaf4, leaf5. Numbers keep leading zeros ("host[01-12]"). With several brackets, the last varies
/// fastest. Text without brackets is one name. Returns an Error (without a place) for invalid brackets.
[[nodiscard]] Result<std::vector<std::string>> expand_names(std::string_view pattern);

}
