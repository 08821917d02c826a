// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/iosxr/iosxr.h"

#include "drivers/iosxr/base_example.h"
#include "drivers/iosxr/config.h"
#include "drivers/iosxr/show_commands.h"
#include "drivers/iosxr/signs.h"
#include "drivers/line_cli/record.h"

namespace rocelint::iosxr {
namespace {

constexpr std::string_view version_header = "!! IOS XR Configuration";

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "hostname"); }

std::string_view version_of(const Tree& tree)
{
    constexpr std::size_t looked_at = 4096;
    return line_cli::value_after(tree.source->text().substr(0, looked_at), version_header);
}

bool is_whole(const Tree& tree) { return !version_of(tree).empty(); }

void understand(std::span<const Tree> trees, Reading& reading)
{
    for (const Tree& tree : trees) {
        if (reading.device.version.empty())
            reading.device.version = version_of(tree);
    }
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    resolve(config);
}

constexpr line_cli::Platform platform{
    .name = "iosxr",
    .title = "Cisco IOS XR",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!',
        .pager_mark = "--More--",
        .text_terminator = line_cli::banner_terminator,
        .terminator_in_line = true},
    .inner_header = "class ",
    .identity = identity,
    .is_whole = is_whole,
    .understand = understand,
    .translator = translator,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
