// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they
// mean.
#include "drivers/os10/os10.h"

#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"
#include "drivers/os10/base_example.h"
#include "drivers/os10/config.h"
#include "drivers/os10/show_commands.h"
#include "drivers/os10/shown_counters.h"
#include "drivers/os10/signs.h"

namespace rocelint::os10 {
namespace {

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "hostname"); }

void understand(std::span<const Tree> trees, Reading& reading)
{
    // No known source mentions a watchdog.
    reading.device.watchdog_has_times = false;
    if (!trees.empty())
        reading.device.version = line_cli::value_after(trees.front().source->text(), "! Version ");
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    read_shown_counters(reading.device, trees, reading.problems);
    resolve(config);
}

// The name of the collection, and the names in older inventories.
constexpr std::string_view ansible_names[]{
    "dellemc.os10.os10", "dellemc_networking.os10.os10", "dellos10", "os10"};

constexpr line_cli::Platform platform{
    .name = "os10",
    .title = "Dell SmartFabric OS10",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!',
        .also_comment = '#',
        .pager_mark = "--More--",
        .text_terminator = line_cli::banner_terminator,
        .terminator_in_line = true,
        .stands_alone = stands_alone},
    .inner_header = "class ",
    .identity = identity,
    .is_whole = is_whole,
    .understand = understand,
    .translator = translator,
    .ansible_names = ansible_names,
    .open = open,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
