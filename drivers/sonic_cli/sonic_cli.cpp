// SPDX-License-Identifier: Apache-2.0
// The driver record, and the steps of reading a device: parse lines, assign them, work out what they mean.
#include "drivers/sonic_cli/sonic_cli.h"

#include "drivers/sonic_cli/base_example.h"
#include "drivers/sonic_cli/config.h"
#include "drivers/sonic_cli/signs.h"
#include "drivers/sonic_cli/syntax.h"

namespace rocelint::sonic_cli {
namespace {

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = driver.name;
    line_cli::name_device(device, trees, identity, fallback_name);
    device.fragment = !device.name_is_configured;
    Config config(device, trees, reading.problems);
    place_lines(config);
    resolve(config);
    device.origins.shrink_to_fit();
    device.ports.shrink_to_fit();
    return reading;
}

// The name in the collection, and the short name of its plugin.
constexpr std::string_view ansible_names[]{"dellemc.enterprise_sonic.sonic", "dell_sonic"};

}

const Driver driver{
    .name = "sonic-cli",
    .title = "Dell Enterprise SONiC",
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
