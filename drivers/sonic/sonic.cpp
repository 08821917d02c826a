// SPDX-License-Identifier: Apache-2.0
// The driver's record: which function implements which part of the contract.
#include "drivers/sonic/sonic.h"

#include "drivers/sonic/base_example.h"
#include "drivers/sonic/counter_commands.h"
#include "drivers/sonic/edit/edit.h"
#include "drivers/sonic/live/live.h"
#include "drivers/sonic/read/counter_database.h"
#include "drivers/sonic/read/detect.h"
#include "drivers/sonic/read/reader.h"
#include "drivers/sonic/render/render.h"
#include "drivers/sonic/show_commands.h"
#include "drivers/sonic/tables/counter_keys.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/json/json_tree.h"

#include <algorithm>

namespace rocelint::sonic {
namespace {

Tree parse(const Source& source)
{
    const std::string_view text = source.text();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_json = first == std::string_view::npos || text[first] == '{' || text[first] == '[';
    if (!is_json && is_counter_tables(text))
        return parse_indented(source, {.comment = '#', .text_terminator = nullptr, .flat = true});
    if (!is_json && is_profile_table(text))
        return parse_indented(source, {.comment = '#', .text_terminator = nullptr});
    return parse_json(source);
}

std::string_view hostname_of(const Node* localhost)
{
    const Node* name = localhost == nullptr ? nullptr : localhost->child("hostname");
    return name != nullptr && name->is_scalar() ? name->value : std::string_view{};
}

std::string_view identity(const Tree& tree)
{
    if (tree.root != nullptr && tree.root->kind == Node::Kind::line && is_counter_tables(tree.source->text()))
        return host_of_counters(tree);
    if (tree.root == nullptr || tree.root->kind != Node::Kind::object)
        return {};
    const Node* metadata = nullptr;
    for (const Node& member : *tree.root) {
        if (member.key == "DEVICE_METADATA|localhost")
            return hostname_of(&fields_of(member));
        if (member.key == "DEVICE_METADATA")
            metadata = &member;
        if (member.key == "sonic-device_metadata:sonic-device_metadata")
            metadata = member.child("sonic-device_metadata:DEVICE_METADATA");
    }
    if (metadata == nullptr)
        return {};
    const Node* localhost = metadata->child("localhost");
    if (localhost == nullptr)
        localhost = metadata->child("sonic-device_metadata:localhost");
    return hostname_of(localhost);
}

// Distinguishes a pg_profile_lookup.ini, whose tree has lines, from JSON.
bool is_line_tree(const Tree& tree) { return tree.root != nullptr && tree.root->kind == Node::Kind::line; }

// Files next to a configuration in a switch's folder, or in the archive of `show techsupport`, that are part
// of it: the headroom table, and what sonic-cfggen rendered from the templates for queues and buffers.
std::string_view file_set(std::string_view file_name)
{
    constexpr std::string_view parts[] = {"config_db.json",
        "CONFIG_DB.json",
        "pg_profile_lookup.ini",
        "qos.json",
        "buffers.json",
        "show_pfc_counters.txt",
        "show_queue_counters.txt",
        "show_queue_wredcounters.txt",
        "show_priority-group_drop_counters.txt",
        "show_priority-group_watermark_headroom.txt",
        "show_pfcwd_stats.txt"};
    return std::ranges::find(parts, file_name) == std::end(parts) ? std::string_view{} : "config_db";
}

// Finds maps and markings that no row refers to. PFC itself has no name.
void find_unbound(Reader& reader)
{
    Device& device = reader.device();
    for (const ClassMap& map : device.maps) {
        if (map.kind == MapKind::dscp_to_tc && !map.name.empty())
            reader.names.define(
                name_of(Table::dscp_to_tc_map), map.name, map.at, Duties::of(Duty::classification));
    }
    for (const EcnProfile& profile : device.ecn_profiles) {
        if (profile.marks())
            reader.names.define(
                name_of(Table::wred_profile), profile.name, profile.at, Duties::of(Duty::marking));
    }
    device.unbound = reader.names.unbound();
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.name = fallback_name;
    device.platform = "sonic";
    for (const Tree& tree : trees)
        device.files.push_back(tree.source->id());
    const Config config = normalise(trees, *device.arena, reading.problems);
    device.only_by_hand = config.namespaces;
    Reader reader(reading, config, trees);
    report_conflicts(reader, trees);
    read_device_metadata(reader);
    read_switch_hash(reader);
    read_ports(reader);
    read_system_ports(reader);
    read_interfaces(reader);
    read_static_routes(reader);
    read_forwarding(reader);
    read_maps(reader);
    read_schedulers(reader);
    read_port_qos_map(reader);
    read_wred_profiles(reader);
    read_buffer_pools(reader);
    read_buffer_profiles(reader);
    for (const Tree& tree : trees) {
        if (is_line_tree(tree) && is_counter_tables(tree.source->text()))
            read_counter_tables(reader, tree);
        else if (is_line_tree(tree))
            read_profile_table(reader, tree);
        else if (is_counter_database(tree))
            read_counter_database(reading, tree);
    }
    read_neighbours(reader);
    read_cables(reader);
    make_ports_of_fragment(reader);
    read_queues(reader);
    read_port_buffers(reader);
    infer_own_queues(reader);
    find_other_cards(reader);
    finish_ports(reader);
    finish_qos(reader);
    read_priority_groups(reader);
    read_headroom_parameters(reader);
    read_trimming(reader);
    read_policers(reader);
    read_port_limits(reader);
    read_watchdog(reader);
    find_unbound(reader);
    device.origins.shrink_to_fit();
    return reading;
}

constexpr std::string_view ansible_names[]{"sonic"};

}

constexpr Capture captures[] = {
    {"its numbers are in the platform's pg_profile_lookup.ini", "add the switch's pg_profile_lookup.ini"},
};

const Driver driver{
    .name = "sonic",
    .title = "SONiC",
    .comment = "",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .name_separator = '|',
    .file_set = file_set,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .protocol = Protocol::shell,
    .open = open,
    .render = render,
    .words = words_of_tables,
    .base_example = base_example,
    .base_file_name = "config_db.json",
    .captures = captures,
    .show_commands = show_commands,
    .counter_commands = counter_commands,
};

}
