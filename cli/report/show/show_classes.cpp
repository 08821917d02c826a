// SPDX-License-Identifier: Apache-2.0
// The RDMA classes of a fabric, and what each device does with their packets.
#include "analysis/policy/policy_sections.h"
#include "cli/report/data/policy_values.h"
#include "cli/report/data/port_list.h"
#include "cli/report/show/class_use.h"
#include "cli/report/show/show_part.h"
#include "cli/terminal/table.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

std::string_view pause_words(Pause pause)
{
    switch (pause) {
    case Pause::host_links:
        return "host links";
    case Pause::nowhere:
        return "none";
    case Pause::everywhere:
        break;
    }
    return "every link";
}

// Where the policy states the class, or what it is inferred from.
std::string stated_in(const ShownFabric& shown, std::size_t index)
{
    const ClassModel& classes = shown.analysis.classes;
    if (classes.assumed)
        return fmt::format("inferred: {}", classes.classes[index].evidence);
    for (const char* key : {"priority", "dscp", "pfc"}) {
        const auto place = shown.policy.places.find(fmt::format("classes[{}].{}", index, key));
        if (place != shown.policy.places.end())
            return place_words(&place->second);
    }
    return shown.policy.path;
}

std::string classes_table(const ShownFabric& shown, std::size_t width)
{
    constexpr std::array<Column, 6> columns{Column{"class"},
        Column{"priority"},
        Column{"DSCP"},
        Column{"PFC on"},
        Column{"ECN"},
        Column{"known from"}};
    const ClassModel& classes = shown.analysis.classes;
    std::vector<TableRow> rows;
    for (std::size_t index = 0; index < classes.classes.size(); ++index) {
        const RdmaClass& one = classes.classes[index];
        rows.push_back({one.name,
            one.pause == Pause::nowhere ? std::string() : std::to_string(one.priority),
            to_string(one.dscps),
            std::string(pause_words(one.pause)),
            classes.expects_marks(one) ? "expected" : "not expected",
            stated_in(shown, index)});
    }
    std::string out = table(columns, rows, width);
    const CnpClass& cnp = classes.cnp;
    if (cnp.priority || cnp.dscp)
        out += fmt::format("CNPs:{}{}\n",
            cnp.priority ? fmt::format(" priority {}", *cnp.priority) : std::string(),
            cnp.dscp ? fmt::format(" DSCP {}", *cnp.dscp) : std::string());
    return out;
}

// The assumptions where no class is known.
std::string no_classes(const ShownFabric& shown, std::size_t width)
{
    std::string out;
    for (const std::string& assumption : shown.analysis.assumptions)
        out += folded(assumption, width);
    return out
        + folded(
            "No RDMA class is known: state it in a rocelint.yaml (rdma: {priority: 3, dscp: [26]}).", width);
}

// With the first of its files, if another device has the same name.
std::string device_words(const Fabric& fabric, std::uint32_t index)
{
    const Device& device = fabric.devices[index];
    if (std::ranges::count(fabric.devices, device.name, &Device::name) < 2 || device.files.empty())
        return std::string(device.name);
    const Source* source = fabric.sources.find(device.files.front());
    return source == nullptr ? std::string(device.name) : fmt::format("{} ({})", device.name, source->path());
}

std::string classes_text(const ShownFabric& shown, std::size_t width)
{
    const std::vector<RdmaClass>& classes = shown.analysis.classes.classes;
    if (classes.empty())
        return no_classes(shown, width);
    std::string out = classes_table(shown, width);
    constexpr std::array<Column, 7> columns{Column{"device"},
        Column{"class"},
        Column{"ports"},
        Column{"priority"},
        Column{"PFC"},
        Column{"ECN"},
        Column{"differs"}};
    std::vector<TableRow> rows;
    for (const ClassUse& use : find_class_uses(shown)) {
        std::string differs;
        for (const std::string& one : use.differs)
            add_item(differs, one, "; ");
        rows.push_back({device_words(shown.fabric, use.device),
            classes[use.rdma_class].name,
            list_ports(use.ports, 3),
            use.priority,
            use.pfc,
            use.ecn,
            std::move(differs)});
    }
    if (rows.empty())
        return out + '\n' + folded("No port is known to carry RDMA.", width);
    return out + '\n' + table(columns, rows, width);
}

void write_dscps(JsonWriter& out, DscpSet dscps)
{
    out.key("dscp").begin_array();
    for (const Dscp dscp : dscps)
        out.number(dscp);
    out.end();
}

void write_number_or_null(JsonWriter& out, std::string_view name, std::optional<std::uint8_t> number)
{
    out.key(name);
    if (number)
        out.number(*number);
    else
        out.null();
}

void class_rows(JsonWriter& out, const ShownFabric& shown)
{
    const ClassModel& classes = shown.analysis.classes;
    for (std::size_t index = 0; index < classes.classes.size(); ++index) {
        const RdmaClass& one = classes.classes[index];
        begin_row(out, shown);
        out.text("name", one.name);
        write_number_or_null(
            out, "priority", one.pause == Pause::nowhere ? std::nullopt : std::optional(one.priority));
        write_dscps(out, one.dscps);
        out.text("pfc", pause_words(one.pause));
        out.key("ecn").boolean(classes.expects_marks(one));
        out.text("congestion_control", control_word(classes.control_of(one)));
        out.key("inferred").boolean(classes.assumed);
        out.text("known_from", stated_in(shown, index));
        write_number_or_null(out, "cnp_priority", classes.cnp.priority);
        write_number_or_null(out, "cnp_dscp", classes.cnp.dscp);
        out.end();
    }
}

void classes_rows(JsonWriter& out, const ShownFabric& shown, std::string_view array)
{
    if (array == "classes") {
        class_rows(out, shown);
        return;
    }
    for (const ClassUse& use : find_class_uses(shown)) {
        begin_row(out, shown);
        out.text("device", shown.fabric.devices[use.device].name);
        out.text("class", shown.analysis.classes.classes[use.rdma_class].name);
        out.key("ports").begin_array();
        for (const std::string_view port : use.ports)
            out.string(port);
        out.end();
        out.text("priority", use.priority);
        out.text("pfc", use.pfc);
        out.text("ecn", use.ecn);
        out.key("differs").begin_array();
        for (const std::string& one : use.differs)
            out.string(one);
        out.end();
        out.end();
    }
}

}

const ShowPart& classes_part()
{
    static constexpr std::array<std::string_view, 2> arrays{"classes", "uses"};
    static constexpr ShowPart part{ShowSubject::classes, classes_text, arrays, classes_rows};
    return part;
}

}
