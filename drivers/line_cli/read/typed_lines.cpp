// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/typed_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rocelint::line_cli {

void typed(Commands& made, std::string lines, std::size_t changes)
{
    // A switch answers a question mark with help and a tab with completions. On some platform, each of the
    // other characters begins a pipe, a quoted text or another command, or marks a redacted secret.
    constexpr std::string_view signs = "?;|<>\"`\\$";
    const auto is_more = [&](char c) {
        return (static_cast<unsigned char>(c) < ' ' && c != '\n') || c == '\x7f'
            || signs.find(c) != std::string_view::npos;
    };
    const auto found = std::ranges::find_if(lines, is_more);
    if (found == lines.end()) {
        made.text = std::move(lines);
        return;
    }
    const std::string what = signs.find(*found) == std::string_view::npos ? std::string("a control character")
                                                                          : fmt::format("`{}`", *found);
    made = {};
    for (std::uint32_t index = 0; index < changes; ++index)
        made.refused.push_back({index,
            fmt::format(
                "a name that stands in the commands holds {}, which a command line takes for more than a name",
                what)});
}

}
