// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Says by which line `now` is not `before` with the changes of a unified diff, for people and without secrets. Nothing:
/// by none. Blanks in front, comments (`!`) and the order of lines do not count: a switch writes its lines in an order of
/// its own, and below which block a line stands is compared elsewhere.
[[nodiscard]] std::optional<std::string> line_beside_diff(
    std::string_view before, std::string_view now, std::string_view diff);

}
