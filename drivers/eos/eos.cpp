// SPDX-License-Identifier: Apache-2.0
// The driver record, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/eos/eos.h"

#include "drivers/eos/config.h"
#include "drivers/eos/signs.h"
#include "drivers/line_cli/lldp_text.h"

#include <utility>

namespace rocelint::eos {
namespace {

struct Headers {
    Header first;
    const Tree* tree = nullptr; ///< the file that contains `first`
    bool whole = false; ///< some file is a whole configuration
    bool prints_defaults = false;
};

Headers read_headers(std::span<const Tree> trees)
{
    Headers headers;
    for (const Tree& tree : trees) {
        const Header header = read_header(tree.source->text());
        headers.whole = headers.whole || header.is_running_config || !identity(tree).empty();
        headers.prints_defaults = headers.prints_defaults || header.prints_defaults;
        if (headers.tree == nullptr && !header.device.empty()) {
            headers.first = header;
            headers.tree = &tree;
        }
    }
    return headers;
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    const Headers headers = read_headers(trees);
    device.platform = driver.name;
    device.fragment = !headers.whole;
    for (const Tree& tree : trees)
        device.files.push_back(tree.source->id());
    if (headers.tree != nullptr) {
        device.model = headers.first.model;
        device.version = headers.first.version;
    }
    Config config(
        device, reading.problems, line_cli::read_lines(grammar(), scope::top, trees, &reading.problems));
    config.prints_defaults = headers.prints_defaults;
    make_maps(config);
    sort_lines(config);
    if (device.name.empty() && headers.tree != nullptr && headers.first.device != "localhost") {
        device.name = headers.first.device;
        device.identity = headers.tree->source->span_of(headers.first.device);
    }
    if (device.name.empty())
        device.name = fallback_name;
    device.pfc_all_off = config.setting<bool>({config.global(Says::pfc_all_off), {}},
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
    device.origins.shrink_to_fit();
    device.ports.shrink_to_fit();
    return reading;
}

// The name of the collection, and the name in older inventories.
constexpr std::string_view ansible_names[]{"arista.eos.eos", "eos"};

}

const Driver driver{
    .name = "eos",
    .title = "Arista EOS",
    .comment = "!",
    .signs = signs,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
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
