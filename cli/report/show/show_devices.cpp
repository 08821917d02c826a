// SPDX-License-Identifier: Apache-2.0
// The devices that the files describe, and those of the topology that no file describes.
#include "cli/report/data/report_data.h"
#include "cli/report/data/subnet_nodes.h"
#include "cli/report/show/show_part.h"
#include "cli/terminal/table.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

struct PortCounts {
    std::size_t physical = 0;
    std::size_t judged = 0; ///< RDMA is meant for it, and what decides about it was read
    std::size_t rdma = 0;
    std::size_t unknown = 0; ///< nothing shows whether it carries RDMA
};

PortCounts count_ports_of(const ShownFabric& shown, std::uint32_t device)
{
    PortCounts counts;
    const std::vector<Port>& ports = shown.fabric.devices[device].ports;
    for (std::uint32_t port = 0; port < ports.size(); ++port) {
        if (ports[port].kind != PortKind::physical)
            continue;
        const Verdict verdict = shown.analysis.judgement({device, port}).verdict;
        ++counts.physical;
        counts.judged += shown.analysis.was_judged({device, port}) ? 1 : 0;
        counts.rdma += verdict == Verdict::roce ? 1 : 0;
        counts.unknown += verdict == Verdict::unknown ? 1 : 0;
    }
    return counts;
}

// The role if it is known, otherwise the kind of device.
std::string_view role_words(const Device& device)
{
    return device.role.peek_known() && device.role.value != Role::unknown ? name_of(device.role.value)
                                                                          : name_of(device.kind);
}

// The boards of a host's NICs, or else their drivers, each once.
std::vector<std::string_view> nic_models(const Device& device)
{
    std::vector<std::string_view> models;
    for (const Nic& nic : device.nics) {
        const Setting<std::string_view>& model = nic.board.peek_known() ? nic.board : nic.driver;
        if (model.peek_known() && !model.value.empty()
            && std::ranges::find(models, model.value) == models.end())
            models.push_back(model.value);
    }
    return models;
}

std::string model_words(const Device& device)
{
    std::string words(device.model);
    if (!device.asic.empty() && device.asic != device.model)
        words = words.empty() ? std::string(device.asic) : fmt::format("{} ({})", words, device.asic);
    if (const auto nics = nic_models(device); !nics.empty())
        add_item(words, listed(nics));
    return words;
}

std::vector<std::string_view> paths_of(const Device& device, const Fabric& fabric)
{
    std::vector<std::string_view> paths;
    for (const SourceId file : device.files) {
        if (const Source* source = fabric.sources.find(file); source != nullptr)
            paths.push_back(source->path());
    }
    return paths;
}

std::string_view why_not_read(const UnreadDevice& device)
{
    if (!device.reason.empty())
        return device.reason;
    return device.left_out ? "it lies outside of the given paths" : "no file of it was found";
}

std::string devices_text(const ShownFabric& shown, std::size_t width)
{
    constexpr std::array<Column, 7> columns{Column{"device"},
        Column{"platform"},
        Column{"role"},
        Column{"model"},
        Column{"ports", true},
        Column{"judged", true},
        Column{"files"}};
    std::vector<TableRow> rows;
    for (std::uint32_t index = 0; index < shown.fabric.devices.size(); ++index) {
        const Device& device = shown.fabric.devices[index];
        const PortCounts ports = count_ports_of(shown, index);
        const bool has_ports = ports.physical > 0;
        rows.push_back({device.name,
            std::string(device.platform),
            std::string(role_words(device)),
            model_words(device),
            has_ports ? std::to_string(ports.physical) : std::string(),
            has_ports ? std::to_string(ports.judged) : std::string(),
            listed_at_most(paths_of(device, shown.fabric), 2)});
    }
    const SubnetNodes subnets(shown.fabric);
    for (const SubnetNode& node : subnets.nodes()) {
        const Device& subnet = shown.fabric.devices[node.device];
        rows.push_back({subnet.subnet->node_name(node.node),
            std::string(subnet.platform),
            name_of(node.role()),
            "",
            "",
            "",
            std::string(shown.fabric.sources.path_of(node.in(shown.fabric).at))});
    }
    std::string out = rows.empty() ? std::string() : table(columns, rows, width);
    std::vector<TableRow> unread;
    for (const UnreadDevice& device : shown.fabric.unread_devices)
        unread.push_back({device.name, std::string(why_not_read(device))});
    if (!unread.empty())
        add_item(out, table(std::array{Column{"not read"}, Column{"why"}}, unread, width), "\n");
    return out;
}

void write_texts(JsonWriter& out, std::string_view name, const std::vector<std::string_view>& texts)
{
    out.key(name).begin_array();
    for (const std::string_view text : texts)
        out.string(text);
    out.end();
}

void device_rows(JsonWriter& out, const ShownFabric& shown)
{
    for (std::uint32_t index = 0; index < shown.fabric.devices.size(); ++index) {
        const Device& device = shown.fabric.devices[index];
        const PortCounts ports = count_ports_of(shown, index);
        begin_row(out, shown);
        out.text("name", device.name);
        out.text("platform", device.platform);
        out.text("kind", name_of(device.kind));
        out.text("role", name_of(device.role.peek_known() ? device.role.value : Role::unknown));
        out.text_or_null("model", device.model);
        out.text_or_null("asic", device.asic);
        out.text_or_null("version", device.version);
        write_texts(out, "nics", nic_models(device));
        out.count("ports", ports.physical);
        out.count("judged_ports", ports.judged);
        out.count("rdma_ports", ports.rdma);
        out.count("unknown_ports", ports.unknown);
        write_texts(out, "files", paths_of(device, shown.fabric));
        out.end();
    }
    const SubnetNodes subnets(shown.fabric);
    for (const SubnetNode& node : subnets.nodes()) {
        const Device& subnet = shown.fabric.devices[node.device];
        begin_row(out, shown);
        out.text("name", subnet.subnet->node_name(node.node));
        out.text("platform", subnet.platform);
        out.text("kind", kind_of(node.in(shown.fabric)));
        out.text("role", name_of(node.role()));
        write_texts(out, "files", {shown.fabric.sources.path_of(node.in(shown.fabric).at)});
        out.end();
    }
}

void devices_rows(JsonWriter& out, const ShownFabric& shown, std::string_view array)
{
    if (array == "devices") {
        device_rows(out, shown);
        return;
    }
    for (const UnreadDevice& device : shown.fabric.unread_devices) {
        begin_row(out, shown);
        out.text("name", device.name);
        out.text("reason", why_not_read(device));
        out.end();
    }
}

}

const ShowPart& devices_part()
{
    static constexpr std::array<std::string_view, 2> arrays{"devices", "not_read"};
    static constexpr ShowPart part{ShowSubject::devices, devices_text, arrays, devices_rows};
    return part;
}

}
