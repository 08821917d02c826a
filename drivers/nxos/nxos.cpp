// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they
// mean.
#include "drivers/nxos/nxos.h"

#include "drivers/line_cli/record.h"
#include "drivers/nxos/base_example.h"
#include "drivers/nxos/config.h"
#include "drivers/nxos/counter_commands.h"
#include "drivers/nxos/show_commands.h"
#include "drivers/nxos/shown_counters.h"
#include "drivers/nxos/signs.h"

namespace rocelint::nxos {
namespace {

void understand(std::span<const Tree> trees, Reading& reading)
{
    // No known source defines what its restore multipliers mean.
    reading.device.watchdog_has_times = false;
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    read_shown_counters(reading.device, trees, reading.problems);
    resolve(config);
}

// The name of the collection, and the name in older inventories.
constexpr std::string_view ansible_names[]{"cisco.nxos.nxos", "nxos"};

constexpr line_cli::Platform platform{
    .name = "nxos",
    .title = "Cisco NX-OS",
    .signs = signs,
    .detect = detect,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!',
        .also_comment = '#',
        .pager_mark = "--More--",
        .text_terminator = text_terminator,
        .terminator_in_line = true},
    .identity = identity,
    .is_whole = is_whole,
    .understand = understand,
    .translator = translator,
    .ansible_names = ansible_names,
    .open = open,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
    .counter_commands = counter_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
