// SPDX-License-Identifier: Apache-2.0
// The driver record: which function implements which part of the contract.
#include "drivers/srlinux/srlinux.h"

#include "drivers/srlinux/base_example.h"
#include "drivers/srlinux/build.h"
#include "drivers/srlinux/config.h"
#include "drivers/srlinux/show_commands.h"
#include "drivers/srlinux/signs.h"

#include <utility>

namespace rocelint::srlinux {
namespace {

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    InForce made(trees, fallback_name);
    made.reading.device.origins.shrink_to_fit();
    made.reading.device.ports.shrink_to_fit();
    return std::move(made.reading);
}

// The name of the collection, and that of the system in older inventories.
constexpr std::string_view ansible_names[]{"nokia.srlinux.srlinux", "srlinux"};

}

const Driver driver{
    .name = "srlinux",
    .title = "Nokia SR Linux",
    .comment = "#",
    .signs = signs,
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .render = render,
    .words = words_of_grammar,
    .base_example = base_example,
    .base_file_name = "srlinux.cfg",
    .show_commands = show_commands,
};

}
