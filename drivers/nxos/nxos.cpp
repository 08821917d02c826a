// SPDX-License-Identifier: Apache-2.0
// The driver record, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/nxos/nxos.h"

#include "drivers/nxos/base_example.h"
#include "drivers/nxos/config.h"
#include "drivers/nxos/signs.h"

#include <algorithm>

namespace rocelint::nxos {
namespace {

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = driver.name;
    // No text that was seen defines what its restore multipliers mean.
    device.watchdog_has_times = false;
    line_cli::name_device(device, trees, identity, fallback_name);
    device.fragment = !device.name_is_configured && std::ranges::none_of(trees, is_whole);
    Config config(device, trees, reading.problems);
    place_lines(config);
    resolve(config);
    device.origins.shrink_to_fit();
    device.ports.shrink_to_fit();
    return reading;
}

// The name of the collection, and the name in older inventories.
constexpr std::string_view ansible_names[]{"cisco.nxos.nxos", "nxos"};

}

const Driver driver{
    .name = "nxos",
    .title = "Cisco NX-OS",
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
