// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the steps of reading a device: parse lines, assign them, work out what they
// mean.
#include "drivers/sonic_cli/sonic_cli.h"

#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"
#include "drivers/sonic_cli/base_example.h"
#include "drivers/sonic_cli/config.h"
#include "drivers/sonic_cli/show_commands.h"
#include "drivers/sonic_cli/shown_counters.h"
#include "drivers/sonic_cli/signs.h"

namespace rocelint::sonic_cli {
namespace {

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "hostname"); }

void understand(std::span<const Tree> trees, Reading& reading)
{
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    read_shown_counters(reading.device, trees, reading.problems);
    resolve(config);
}

// The name in the collection, and the short name of its plugin.
constexpr std::string_view ansible_names[]{"dellemc.enterprise_sonic.sonic", "dell_sonic"};

constexpr line_cli::Platform platform{
    .name = "sonic-cli",
    .title = "Dell Enterprise SONiC",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!', .pager_mark = "--more--"},
    .identity = identity,
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
