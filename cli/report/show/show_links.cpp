// SPDX-License-Identifier: Apache-2.0
// The cables that were found and the source of each, the far ends whose devices were not read, and what
// sources disagree about.
#include "cli/report/data/subnet_nodes.h"
#include "cli/report/show/show_part.h"
#include "cli/terminal/table.h"
#include "models/fabric/fields/value_text.h"
#include "models/text/sentence.h"
#include "workspace/check/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::cli {
namespace {

std::string end_words(PortId id, const Fabric& fabric)
{
    const workspace::Named named = workspace::name_port(id, fabric);
    // A port of a subnet has the name of its node.
    return id.device < fabric.devices.size() && fabric.device(id).kind == DeviceKind::subnet
        ? named.port
        : fmt::format("{} {}", named.device, named.port);
}

// How the cables of the fabric become known. No LLDP runs on InfiniBand.
std::string_view no_cable(const Fabric& fabric)
{
    const auto is_infiniband = [](const Device& device) {
        return device.kind == DeviceKind::subnet || device.kind == DeviceKind::subnet_manager
            || (!device.ib_ports.empty()
                && std::ranges::find(device.ports, PortKind::physical, &Port::kind) == device.ports.end());
    };
    const auto is_without_ports
        = [&](const Device& device) { return device.kind == DeviceKind::job || is_infiniband(device); };
    return std::ranges::all_of(fabric.devices, is_without_ports)
            && std::ranges::any_of(fabric.devices, is_infiniband)
        ? "No cable is known: capture the subnet with ibnetdiscover or iblinkinfo."
        : "No cable is known: capture LLDP on the devices, or list the cables in a topology.yaml.";
}

std::optional<BitsPerSecond> speed_of(PortId id, const Fabric& fabric)
{
    const Setting<BitsPerSecond>& speed = fabric.port(id).speed;
    return speed.peek_known() ? std::optional(speed.value) : std::nullopt;
}

// The speed of both ends, or that of each where they differ.
std::string speed_words(const Link& link, const Fabric& fabric)
{
    const auto a = speed_of(link.a, fabric);
    const auto b = speed_of(link.b, fabric);
    if (a && b && *a != *b)
        return fmt::format("{} and {}", value_text(*a), value_text(*b));
    const auto known = a ? a : b ? b : link.speed;
    return known ? value_text(*known) : std::string("unknown");
}

std::string seen_in(std::string_view source, const Place& place)
{
    return place.source == nullptr ? std::string(source) : fmt::format("{}, {}", source, line_words(place));
}

std::string links_text(const ShownFabric& shown, std::size_t width)
{
    const Fabric& fabric = shown.fabric;
    Places places(fabric.sources);
    std::vector<TableRow> rows;
    for (const Link& link : fabric.links)
        rows.push_back({end_words(link.a, fabric),
            end_words(link.b, fabric),
            speed_words(link, fabric),
            seen_in(name_of(link.source), places.find(link.at))});
    const SubnetNodes subnets(fabric);
    for (const SubnetCable& cable : subnets.cables())
        rows.push_back({end_words(cable.a, fabric), end_words(cable.b, fabric), "", "capture of the subnet"});
    constexpr std::array<Column, 4> columns{
        Column{"end"}, Column{"other end"}, Column{"speed"}, Column{"known from"}};
    std::string out = rows.empty() ? folded(no_cable(fabric), width) : table(columns, rows, width);

    std::vector<TableRow> open;
    for (const OpenEnd& end : fabric.open_ends)
        open.push_back(
            {end_words(end.port, fabric), std::string(end.neighbour), line_words(places.find(end.at))});
    if (!open.empty())
        add_item(out,
            table(std::array{Column{"end"}, Column{"leads to, not read"}, Column{"known from"}}, open, width),
            "\n");

    std::vector<TableRow> disputed;
    for (const CablingConflict& conflict : fabric.cabling_conflicts)
        disputed.push_back({conflict.message,
            line_words(places.find(conflict.believed)),
            line_words(places.find(conflict.other))});
    if (!disputed.empty())
        add_item(out,
            table(std::array{Column{"sources disagree"}, Column{"believed"}, Column{"other source"}},
                disputed,
                width),
            "\n");
    return out;
}

void write_end(JsonWriter& out, std::string_view name, PortId id, const Fabric& fabric)
{
    const workspace::Named named = workspace::name_port(id, fabric);
    out.key(name).begin_object();
    out.text("device", named.device);
    out.text("port", named.port);
    out.end();
}

void write_speed(JsonWriter& out, std::string_view name, std::optional<BitsPerSecond> speed)
{
    out.key(name);
    if (speed)
        out.number(speed->count);
    else
        out.null();
}

void link_rows(JsonWriter& out, const ShownFabric& shown, Places& places)
{
    const Fabric& fabric = shown.fabric;
    for (const Link& link : fabric.links) {
        begin_row(out, shown);
        write_end(out, "a", link.a, fabric);
        write_end(out, "b", link.b, fabric);
        write_speed(out, "speed", link.speed);
        write_speed(out, "a_speed", speed_of(link.a, fabric));
        write_speed(out, "b_speed", speed_of(link.b, fabric));
        out.key("cable_m");
        if (link.cable)
            out.decimal(link.cable->exact());
        else
            out.null();
        out.text("source", name_of(link.source));
        write_line(out, "at", places.find(link.at));
        out.end();
    }
    const SubnetNodes subnets(fabric);
    for (const SubnetCable& cable : subnets.cables()) {
        begin_row(out, shown);
        write_end(out, "a", cable.a, fabric);
        write_end(out, "b", cable.b, fabric);
        out.text("source", "subnet");
        out.end();
    }
}

void links_rows(JsonWriter& out, const ShownFabric& shown, std::string_view array)
{
    Places places(shown.fabric.sources);
    if (array == "links") {
        link_rows(out, shown, places);
    } else if (array == "open_ends") {
        for (const OpenEnd& end : shown.fabric.open_ends) {
            begin_row(out, shown);
            write_end(out, "end", end.port, shown.fabric);
            out.text("neighbour", end.neighbour);
            write_line(out, "at", places.find(end.at));
            out.end();
        }
    } else {
        for (const CablingConflict& conflict : shown.fabric.cabling_conflicts) {
            begin_row(out, shown);
            write_end(out, "end", conflict.port, shown.fabric);
            out.text("message", conflict.message);
            write_line(out, "believed", places.find(conflict.believed));
            write_line(out, "other", places.find(conflict.other));
            out.end();
        }
    }
}

}

const ShowPart& links_part()
{
    static constexpr std::array<std::string_view, 3> arrays{"links", "open_ends", "conflicts"};
    static constexpr ShowPart part{ShowSubject::links, links_text, arrays, links_rows};
    return part;
}

}
