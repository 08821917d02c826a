// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// The most ports that one header may stand for.
inline constexpr std::size_t most_ports_of_range = 4096;

/// The names that an interface header stands for: "Ethernet1-3,7/1-2" is five, "1/1-1/32" is 32. Nothing when the range is
/// malformed or has more than `limit` members.
[[nodiscard]] std::optional<std::vector<std::string>> expand_ports(
    std::string_view header, std::size_t limit = most_ports_of_range);
/// Whether the header needs expand_ports(): it has a range, a list or a blank.
[[nodiscard]] bool is_port_range(std::string_view header);

}
