// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Names a line in which `now` differs from `before` with the changes of a unified diff applied, worded for
/// people and without secrets. Nothing if there is no such line. Leading blanks, comments (`!`) and the order
/// of lines do not count: a switch writes its lines in its own order. Whether a line is in the right block is
/// compared elsewhere.
[[nodiscard]] std::optional<std::string> line_beside_diff(
    std::string_view before, std::string_view now, std::string_view diff);

}
