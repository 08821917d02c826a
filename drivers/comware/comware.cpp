// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/comware/comware.h"

#include "drivers/comware/base_example.h"
#include "drivers/comware/config.h"
#include "drivers/comware/show_commands.h"
#include "drivers/comware/signs.h"
#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"

namespace rocelint::comware {
namespace {

// At the margin of the configuration, and of its header.
std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "sysname"); }

// " version 7.1.070, Release 6635"
std::string_view version_of(const Tree& tree)
{
    for (const Node* line = tree.root == nullptr ? nullptr : tree.root->first; line != nullptr;
         line = line->next) {
        if (Words words(line->key); words.take("version"))
            return words.rest();
    }
    return {};
}

// "header motd %" or "header login ^", then text, then the same character.
std::string_view text_terminator(std::string_view line)
{
    Words words(line);
    if (!words.take("header"))
        return {};
    words.next();
    return line_cli::open_delimiter(words.rest());
}

void understand(std::span<const Tree> trees, Reading& reading)
{
    // Its intervals have units of unknown length.
    reading.device.watchdog_times_settable = false;
    line_cli::understand_by<Config, place_lines, resolve>(trees, reading);
}

constexpr line_cli::Platform platform{
    .name = "comware",
    .title = "H3C Comware",
    .comment = "#",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '#',
        .comment_ends_blocks = true,
        .pager_mark = "---- More ----",
        .text_terminator = text_terminator,
        .terminator_in_line = true},
    .identity = identity,
    .version = version_of,
    .understand = understand,
    .translator = translator,
    .usual = usual,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
