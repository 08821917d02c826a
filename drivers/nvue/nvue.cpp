// SPDX-License-Identifier: Apache-2.0
// The driver record, and how its configurations are recognized.
#include "drivers/nvue/nvue.h"

#include "drivers/nvue/base_example.h"
#include "drivers/nvue/config.h"
#include "drivers/nvue/config_diff.h"
#include "drivers/nvue/counter_commands.h"
#include "drivers/nvue/counters.h"
#include "drivers/nvue/edit.h"
#include "drivers/nvue/live/live.h"
#include "drivers/nvue/neighbours.h"
#include "drivers/nvue/show_commands.h"

#include <algorithm>

namespace rocelint::nvue {
namespace {

constexpr std::string_view startup = "the header or the beginning of an NVUE configuration";
constexpr std::string_view commands_of = "nv set commands, which only Cumulus Linux has";
constexpr std::string_view of_switchd = "a QoS file of Cumulus Linux' switchd";

constexpr Sign signs[]{
    Sign{"nvue-api-version:", Sign::certain, startup},
    Sign{"- set:", 60, startup, {}, {}, 0},
    Sign{"- unset:", 40, startup, {}, {}, 0},
    Sign{"nv set ", Sign::certain, commands_of},
    Sign{"nv unset ", 60, commands_of},
    Sign{"traffic.packet_priority_source_set ", 60, of_switchd},
    Sign{"traffic.packet_priority_source_set=", 60, of_switchd},
    Sign{"traffic.cos_", 35, of_switchd, "priority_source"},
    Sign{"traffic.priority_group_list ", 60, of_switchd},
    Sign{"pfc.port_group_list ", 60, of_switchd},
    Sign{"link_pause.port_group_list ", 60, of_switchd},
    Sign{"ecn_red.port_group_list ", 60, of_switchd},
    Sign{"default_ecn_red_conf", 60, of_switchd},
    Sign{"default_egress_sched.", 60, of_switchd},
    Sign{"hash_config.enable ", 40, of_switchd},
};

constexpr std::size_t looked_at = std::size_t{1} << 16;

// Detects commands after a prompt, JSON, and the neighbors that the switch prints.
Detection detect(const Source& source)
{
    const std::string_view head = source.text().substr(0, looked_at);
    const auto holds = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    if (begins_as_counters(source.text()))
        return {100, "counters as Cumulus Linux prints them"};
    if (holds("$ nv set ") || holds("# nv set "))
        return {80, commands_of};
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (head[first] != '{' && head[first] != '['))
        return {};
    if (holds("\"nvue-api-version\""))
        return {100, startup};
    // `nv config show -o json` of one branch, or an answer of the API, has no header around it.
    if (holds("\"interface\"") && holds("\"swp") && (holds("\"qos\"") || holds("\"switch-priority\"")))
        return {70, "interfaces and QoS as NVUE writes them"};
    if (holds("\"lldp\"") && holds("\"neighbor\"") && holds("\"system-name\""))
        return {60, "neighbours as nv show interface lldp prints them"};
    return {};
}

const Node* below(const Node* node, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        node = node == nullptr ? nullptr : node->child(key);
    return node;
}

// Returns the node with the host name, and the name in `name`.
const Node* hostname_node(const Tree& tree, std::string_view& name)
{
    if (tree.root == nullptr)
        return nullptr;
    const Node* found = nullptr;
    const auto take = [&](const Node* node) {
        if (node != nullptr && node->is_scalar() && !node->value.empty()) {
            found = node;
            name = tree.source->text_at(tree.value_span(*node));
        }
    };
    if (tree.root->kind == Node::Kind::line) {
        bool in_diff = false;
        for (const Node& line : *tree.root) {
            if (typed(line.key).data() != line.key.data())
                in_diff = diff_command(line.key).has_value();
            if (in_diff || line.key.find("hostname") == std::string_view::npos)
                continue;
            const std::vector<std::string_view> words = words_of_line(typed(line.key));
            if (words.size() == 5 && words[0] == "nv" && words[1] == "set" && words[2] == "system"
                && words[3] == "hostname") {
                found = &line;
                name = words[4];
            }
        }
        return found;
    }
    take(below(tree.root, {"system", "hostname"}));
    take(below(tree.root, {"set", "system", "hostname"}));
    if (tree.root->kind == Node::Kind::array) {
        for (const Node& part : *tree.root)
            take(below(&part, {"set", "system", "hostname"}));
    }
    return found;
}

std::string_view identity(const Tree& tree)
{
    std::string_view name;
    return hostname_node(tree, name) != nullptr ? name : switch_of_diff(tree);
}

bool has_header(const Tree& tree)
{
    return tree.source->text().substr(0, looked_at).find("nvue-api-version") != std::string_view::npos;
}

// The prompt before a comparison of configurations names the switch, whose configuration is another file.
void name_by_diff(Device& device, std::span<const Tree> trees)
{
    for (const Tree& tree : trees) {
        const std::string_view name = device.name_is_configured ? std::string_view{} : switch_of_diff(tree);
        if (name.empty())
            continue;
        device.name = name;
        device.name_is_configured = true;
        device.identity = tree.source->span_of(name);
    }
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = driver.name;
    device.name = fallback_name;
    // No statement says how long the watchdog cuts a queue off.
    device.watchdog_has_times = false;
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        std::string_view name;
        if (const Node* node = hostname_node(tree, name)) {
            device.name = name;
            device.name_is_configured = true;
            device.identity = tree.span(*node);
        }
    }
    device.fragment = !device.name_is_configured && std::ranges::none_of(trees, has_header);
    name_by_diff(device, trees);
    Config config(device, trees, reading.problems);
    if (const Stated model = config.global(LineKind::model))
        device.model = config.keep(model.fact->text);
    if (const Stated version = config.global(LineKind::version))
        device.version = config.keep(version.fact->text);
    resolve(config);
    read_neighbours(config, trees);
    read_config_diffs(device, trees, config.facts);
    read_counters(device, trees, reading.problems);
    device.origins.shrink_to_fit();
    return reading;
}

// The collection nvidia.nvue has no network_os of its own; its inventories name the connection.
constexpr std::string_view ansible_names[]{"nvidia.nvue", "cumulus"};

}

const Driver driver{
    .name = "nvue",
    .title = "NVIDIA Cumulus Linux (NVUE)",
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
    .protocol = Protocol::shell,
    .open = open,
    .render = render,
    .words = [] { return all_words(); },
    .base_example = base_example,
    .base_file_name = "config.nv",
    .show_commands = show_commands,
    .counter_commands = counter_commands,
};

}
