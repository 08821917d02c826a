// SPDX-License-Identifier: Apache-2.0
// The driver record: which function implements which part of the contract.
#include "drivers/junos/junos.h"

#include "drivers/junos/base_example.h"
#include "drivers/junos/edit/edit.h"
#include "drivers/junos/live/live.h"
#include "drivers/junos/read/in_force.h"
#include "drivers/junos/read/syntax.h"
#include "drivers/junos/render/render.h"
#include "drivers/junos/show_commands.h"
#include "drivers/junos/signs.h"

#include <utility>

namespace rocelint::junos {
namespace {

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    InForce made(trees, fallback_name);
    made.reading.device.origins.shrink_to_fit();
    made.reading.device.ports.shrink_to_fit();
    return std::move(made.reading);
}

// The name of the collection, and the name in older inventories.
constexpr std::string_view ansible_names[]{"junipernetworks.junos.junos", "junos"};

}

const Driver driver{
    .name = "junos",
    .title = "Juniper Junos OS and Junos OS Evolved (QFX)",
    .comment = "#",
    .signs = signs,
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .protocol = Protocol::netconf,
    .port = 830, // RFC 6242, section 4
    .open = open,
    .render = render,
    .words = words_of_grammar,
    .base_example = base_example,
    .base_file_name = "juniper.conf",
    .show_commands = show_commands,
};

}
