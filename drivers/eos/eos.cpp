// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they
// mean.
#include "drivers/eos/eos.h"

#include "drivers/eos/base_example.h"
#include "drivers/eos/config.h"
#include "drivers/eos/counter_commands.h"
#include "drivers/eos/queues.h"
#include "drivers/eos/show_commands.h"
#include "drivers/eos/shown_counters.h"
#include "drivers/eos/signs.h"
#include "drivers/line_cli/read/lldp_text.h"
#include "drivers/line_cli/record.h"

namespace rocelint::eos {
namespace {

// Takes what the comments above a configuration say.
void take_headers(Config& config, std::span<const Tree> trees)
{
    bool found = false;
    for (const Tree& tree : trees) {
        const Header header = read_header(tree.source->text());
        config.prints_defaults = config.prints_defaults || header.prints_defaults;
        if (!found && !header.device.empty()) {
            config.device.model = header.model;
            config.device.version = header.version;
            found = true;
        }
    }
}

// A queue states thresholds of the virtual output queues that all chips keep for packets to its port.
void find_virtual_queues(Device& device)
{
    if (has_virtual_queues(device.asic, device.model))
        device.virtual_queues = {true, device.origins.derived(device.identity, {}, virtual_queues_source)};
}

void understand(std::span<const Tree> trees, Reading& reading)
{
    Device& device = reading.device;
    Config config(
        device, reading.problems, line_cli::read_lines(grammar(), scope::top, trees, &reading.problems));
    read_shown_counters(device, trees, reading.problems);
    take_headers(config, trees);
    make_maps(config);
    // A name in a comment is not configured; a hostname line is.
    device.name_is_configured = false;
    sort_lines(config);
    find_virtual_queues(device);
    device.pfc_all_off = config.setting<bool>({config.global(LineKind::pfc_all_off), {}},
        "the priority-flow-control all line is not understood",
        [](const line_cli::Fact& fact) { return fact.sense == line_cli::Sense::set; });
    bind_maps(config);
    resolve_forwarding(config);
    resolve_ports(config);
    enter_names(config);
    for (const line_cli::Stanza* stanza : config.neighbours) {
        const line_cli::Fact& header = config.lines.header(*stanza);
        line_cli::read_neighbours(
            *stanza->tree, *header.node, config.port_index(header.text, header.at), device.neighbours);
    }
}

// The name of the collection, and the name in older inventories.
constexpr std::string_view ansible_names[]{"arista.eos.eos", "eos"};

constexpr line_cli::Platform platform{
    .name = "eos",
    .title = "Arista EOS",
    .signs = signs,
    .detect = detect,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!', .text_terminator = text_terminator},
    .inner_header = "class ",
    .identity = identity,
    .is_whole = [](const Tree& tree) { return read_header(tree.source->text()).is_running_config; },
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
