// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/live/timer_script_parts.h"

#include "drivers/transport/script_answer.h"

#include <fmt/format.h>

#include <utility>

namespace rocelint::line_cli {

std::string_view folder_of(const LinuxStyle& style)
{
    return style.settled.empty() ? "/run/rocelint" : "/var/lib/rocelint";
}

dead_man::Style dead_man_of(const LinuxStyle& style)
{
    return {.folder = folder_of(style),
        .boot_unit = style.settled.empty() ? "" : "rocelint-deadman-boot",
        .boot_order = "After=network.target"};
}

std::string switch_script(std::string_view id, const LinuxStyle& style, std::string_view body)
{
    return dead_man::script(id, dead_man_of(style), body);
}

// A command line needs a terminal, which a systemd unit does not have, so script(1) makes one. The output
// becomes lines with their blocks, sorted, because the order may change when a line is removed and added
// again.
std::string reading(const LinuxStyle& style)
{
    return fmt::format("NOISE='{}'\nWHOLE='{}'\n", style.noise, style.whole) + R"sh(
on_terminal() { script -q -c "/bin/sh '$D/cli.sh' '$1'" /dev/null </dev/null 2>&1 9>&-; }
running() {
  on_terminal "$D/show" | tr -d '\r' | sed -e 's/[[:space:]]*$//' -e '/^ *$/d' -e '/^ *!/d' -e "$NOISE" \
    | awk '/^[^ ]/ { block = $0 } { print block "|" $0 }' | LC_ALL=C sort
}
)sh";
}

std::string files(const LinuxStyle& style, std::string_view otherwise)
{
    const std::string asking = fmt::format("CLI_USER='{}'\n{}\ncli \"$1\"\n", style.user, style.cli);
    std::string text;
    for (const auto& [name, content] : {std::pair<std::string_view, std::string_view>{"cli.sh", asking},
             {"show", style.show},
             {"drop", style.drop},
             {"save", style.save}}) {
        if (!content.empty())
            text += fmt::format(
                "cat > \"$D/{}\" {}chmod 644 \"$D/{}\"\n", name, here_document(content, otherwise), name);
    }
    return text;
}

}
