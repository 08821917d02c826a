// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/comware/comware.h"

#include "drivers/comware/base_example.h"
#include "drivers/comware/config.h"
#include "drivers/comware/show_commands.h"
#include "drivers/comware/signs.h"
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

bool is_whole(const Tree& tree) { return !version_of(tree).empty(); }

// "header motd %" or "header login ^", then text, then the same character.
std::string_view text_terminator(std::string_view line)
{
    Words words(line);
    if (!words.take("header"))
        return {};
    words.next();
    const std::string_view text = words.rest();
    const std::string_view delimiter = text.substr(0, 1);
    return delimiter.empty() || text.find(delimiter, 1) != std::string_view::npos ? std::string_view{}
                                                                                  : delimiter;
}

void understand(std::span<const Tree> trees, Reading& reading)
{
    for (const Tree& tree : trees) {
        if (reading.device.version.empty())
            reading.device.version = version_of(tree);
    }
    reading.device.watchdog_times_settable = false;
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    resolve(config);
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
    .is_whole = is_whole,
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
