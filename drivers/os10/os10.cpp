// SPDX-License-Identifier: Apache-2.0
// The driver record, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/os10/os10.h"

#include "drivers/os10/base_example.h"
#include "drivers/os10/config.h"
#include "drivers/os10/signs.h"

#include <algorithm>

namespace rocelint::os10 {
namespace {

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = driver.name;
    // No text that was seen mentions a watchdog.
    device.watchdog_has_times = false;
    line_cli::name_device(device, trees, identity, fallback_name);
    device.fragment = !device.name_is_configured && std::ranges::none_of(trees, is_whole);
    if (!trees.empty())
        device.version = line_cli::value_after(trees.front().source->text(), "! Version ");
    Config config(device, trees, reading.problems);
    place_lines(config);
    resolve(config);
    device.origins.shrink_to_fit();
    device.ports.shrink_to_fit();
    return reading;
}

// The name of the collection, and the names in older inventories.
constexpr std::string_view ansible_names[]{
    "dellemc.os10.os10", "dellemc_networking.os10.os10", "dellos10", "os10"};

}

const Driver driver{
    .name = "os10",
    .title = "Dell SmartFabric OS10",
    .comment = "!",
    .signs = signs,
    .parse = parse,
    .identity = identity,
    .read = read,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .protocol = Protocol::command_line,
    .open = open,
    .render = render,
    .words = [] { return grammar().words(); },
    .base_example = base_example,
    .base_file_name = "running-config.cfg",
};

}
