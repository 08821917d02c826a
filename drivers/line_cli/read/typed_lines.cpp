// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/typed_lines.h"

#include "models/text/redact.h"

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
    const bool is_redacted = lines.find(redaction.substr(0, redaction.size() - 1)) != std::string::npos;
    const std::string what = signs.find(*found) == std::string_view::npos ? std::string("a control character")
                                                                          : fmt::format("`{}`", *found);
    const std::string reason = is_redacted
        ? "a line that the commands would have to repeat holds a secret, which is redacted in what was collected"
        : fmt::format(
            "a name that stands in the commands holds {}, which a command line takes for more than a name",
            what);
    made = {};
    for (std::uint32_t index = 0; index < changes; ++index)
        made.refused.push_back({index, reason});
}

}
