// SPDX-License-Identifier: Apache-2.0
// Tables and lists that esxcli prints. Forms: Cisco UCS Manager Configuration Guide for RDMA over Converged Ethernet (RoCE) v2
// (`network nic list`, `rdma device list`, `rdma device vmknic list`, `rdma device protocol list`, `nvme adapter list`); NVIDIA
// Native Driver for VMware vSphere User Manual 4.19.71.1 (`network nic get`, `system module parameters list`); Broadcom
// knowledge base 326624, RDMA Configuration Health, and vSAN Management API 8.0U2, VsanNicRdmaInfo (`network nic dcb status
// get`, `vsan network list`); VMware, ESXCLI Concepts and Examples, vSphere 8.0 (virtual switches and VMkernel interfaces).
#include "drivers/esxi_host/facts.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::esxi_host {
namespace {

using State = CoverageState;

// Outputs of which nothing concerns RDMA traffic.
bool is_of_no_concern(std::string_view command)
{
    constexpr std::string_view beginnings[]{"esxcli storage",
        "esxcli hardware",
        "esxcli software",
        "esxcli device",
        "esxcli graphics",
        "esxcli vm ",
        "esxcli sched",
        "esxcli network nic stats",
        "esxcli network nic ring",
        "esxcli network nic coalesce",
        "esxcli network nic tso",
        "esxcli network ip connection",
        "esxcli network ip neighbor",
        "esxcli network ip dns",
        "esxcli network firewall",
        "esxcli rdma device stats",
        "esxcli system module list",
        "esxcli system module get",
        "esxcli system settings",
        "esxcli system syslog",
        "hostname",
        "vmware"};
    return std::ranges::any_of(
        beginnings, [command](std::string_view begin) { return command.starts_with(begin); });
}

bool prints_table(std::string_view command)
{
    constexpr std::string_view tables[]{"esxcli network nic list",
        "esxcli network nic pauseParams list",
        "esxcli rdma device list",
        "esxcli rdma device vmknic list",
        "esxcli rdma device protocol list",
        "esxcli system module parameters list",
        "esxcli nvme adapter list"};
    return std::ranges::any_of(
        tables, [command](std::string_view words) { return is_command(command, words); });
}

bool prints_blocks(std::string_view command)
{
    constexpr std::string_view lists[]{"esxcli network nic get",
        "esxcli network nic dcb status get",
        "esxcli network vswitch standard list",
        "esxcli network ip interface list",
        "esxcli vsan network list",
        "esxcli system hostname get",
        "esxcli system version get"};
    return std::ranges::any_of(
        lists, [command](std::string_view words) { return is_command(command, words); });
}

// vmnic4, vusb0, vmrdma0, vmhba64. What a program says of an error looks different.
bool is_name_of_thing(std::string_view name)
{
    return !name.empty() && ascii::is_digit(name.back())
        && std::ranges::all_of(name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_'; });
}

// "Error: Unknown command or namespace network nic dcb status get"
bool is_error(std::string_view line)
{
    constexpr std::string_view beginnings[]{"Error:", "Errors:", "Unknown command", "Usage:"};
    return std::ranges::any_of(
        beginnings, [line](std::string_view begin) { return line.starts_with(begin); });
}

bool lists_things(std::string_view command)
{
    return is_command(command, "esxcli network vswitch standard list")
        || is_command(command, "esxcli network ip interface list")
        || is_command(command, "esxcli vsan network list");
}

}

// One column of a table: where its values begin and end in a line.
struct OutputReader::Column {
    std::string_view title;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Every column is as wide as the dashes below its title; the last one has no end.
struct OutputReader::Table {
    std::vector<Column> columns;

    Table(std::string_view titles, std::string_view dashes)
    {
        for (std::size_t at = 0; at < dashes.size();) {
            const std::size_t end = std::min(dashes.find(' ', at), dashes.size());
            const std::size_t next = std::min(dashes.find('-', end), dashes.size());
            columns.push_back({cut(titles, at, next), at, next});
            at = next;
        }
        if (!columns.empty())
            columns.back().end = std::string_view::npos;
    }

    [[nodiscard]] static std::string_view cut(std::string_view line, std::size_t begin, std::size_t end)
    {
        return begin >= line.size() ? std::string_view{}
                                    : ascii::trimmed(line.substr(begin, end - begin), ascii::is_blank);
    }
    [[nodiscard]] std::string_view cell(std::string_view row, std::string_view title) const
    {
        const auto found = std::ranges::find(columns, title, &Column::title);
        return found == columns.end() ? std::string_view{} : cut(row, found->begin, found->end);
    }
};

void OutputReader::read(const Tree& tree, std::string_view command, const Node* line, const Node* end)
{
    tree_ = &tree;
    command_ = command;
    subject_ = {};
    const std::vector<std::string_view> words = words_of(command);
    if (is_command(command, "esxcli network nic"))
        subject_ = option(words, "-n", "--nic-name");
    if (is_command(command, "esxcli system module parameters list"))
        subject_ = option(words, "-m", "--module");
    if (prints_table(command))
        return read_table(line, end);
    if (prints_blocks(command))
        return read_blocks(line, end);
    if (!is_of_no_concern(command))
        return;
    for (; line != end; line = line->next) {
        if (line->state == State::unrecognised)
            line->mark(State::irrelevant);
    }
}

void OutputReader::read_table(const Node* line, const Node* end)
{
    while (line != end && line->next != nullptr && line->next != end && !is_underline(line->next->key))
        line = line->next;
    if (line == end || line->next == nullptr || line->next == end)
        return;
    const Table table(line->key, line->next->key);
    forget();
    line->mark(State::irrelevant);
    line->next->mark(State::irrelevant);
    if (is_command(command_, "esxcli rdma device list"))
        facts_.rdma_listed = true;
    if (is_command(command_, "esxcli system module parameters list") && !subject_.empty()) {
        ModuleFacts& module = facts_.modules[subject_];
        module.parameters.clear();
        module.listed = true;
        module.at = here(line->key);
    }
    for (line = line->next->next; line != end; line = line->next) {
        if (take_row(table, *line))
            line->mark(State::read);
    }
}

// Returns whether a value of the row is in the facts.
bool OutputReader::take_row(const Table& table, const Node& row)
{
    const std::string_view name
        = table.columns.empty() ? std::string_view{} : table.cell(row.key, table.columns.front().title);
    const bool is_parameter = is_command(command_, "esxcli system module parameters list");
    if (name.empty() || is_error(row.key) || (!is_parameter && !is_name_of_thing(name)))
        return false;
    const auto cell = [&](std::string_view title) { return table.cell(row.key, title); };
    if (is_command(command_, "esxcli network nic list")) {
        NicFacts& nic = facts_.nic(name, place(name));
        nic.driver = stated(cell("Driver"));
        nic.admin_up = state(cell("Admin Status"));
        nic.link_up = state(cell("Link Status"));
        constexpr std::uint32_t fastest = 10'000'000;
        constexpr std::uint64_t per_megabit = 1'000'000;
        const std::string_view speed = cell("Speed");
        if (const auto megabits = number_of(speed, fastest); megabits && *megabits > 0)
            nic.speed = {BitsPerSecond{*megabits * per_megabit}, here(speed)};
        nic.mtu = bytes(cell("MTU"));
        return true;
    }
    if (is_command(command_, "esxcli network nic pauseParams list")) {
        NicFacts& nic = facts_.nic(name, place(name));
        nic.pause_rx = truth(cell("Pause RX"));
        nic.pause_tx = truth(cell("Pause TX"));
        return true;
    }
    if (is_command(command_, "esxcli rdma device list")) {
        RdmaFacts& device = facts_.rdma_device(name, place(name));
        device.listed = true;
        device.uplink = cell("Paired Uplink");
        return true;
    }
    if (is_command(command_, "esxcli rdma device vmknic list")) {
        facts_.rdma_device(name, place(name)).interfaces.push_back(cell("Vmknic"));
        return true;
    }
    if (is_command(command_, "esxcli rdma device protocol list")) {
        RdmaFacts& device = facts_.rdma_device(name, place(name));
        device.v1 = truth(cell("RoCE v1"));
        device.v2 = truth(cell("RoCE v2"));
        device.iwarp = truth(cell("iWARP"));
        return true;
    }
    if (is_command(command_, "esxcli nvme adapter list")) {
        if (cell("Transport Type") != "RDMA") {
            row.mark(State::irrelevant);
            return false;
        }
        std::string_view devices = cell("Associated Devices");
        while (!devices.empty()) {
            const std::string_view device = ascii::trimmed(ascii::take_until(devices, ','), ascii::is_blank);
            if (device.starts_with("vmrdma"))
                facts_.rdma_device(device, place(device)).nvme = here(device);
        }
        return true;
    }
    take_parameter(table, row, name);
    return false;
}

// A description continues below its parameter, in lines of which the first word is not followed by a type.
void OutputReader::take_parameter(const Table& table, const Node& row, std::string_view name)
{
    row.mark(State::irrelevant);
    const bool is_name
        = std::ranges::all_of(name, [](char c) { return ascii::is_letter_or_digit(c) || c == '_'; });
    const std::string_view value = table.cell(row.key, "Value");
    if (subject_.empty() || !is_name || value.empty() || table.cell(row.key, "Type").empty())
        return;
    std::vector<Parameter>& all = facts_.modules[subject_].parameters;
    const bool is_read = is_read_parameter(subject_, name) && all.size() < most_parameters;
    row.mark(is_read ? State::read : State::unsupported);
    if (all.size() < most_parameters)
        all.push_back({name, value, here(value)});
}

void OutputReader::read_blocks(const Node* line, const Node* end)
{
    bool is_first = true;
    for (; line != end; line = line->next) {
        if (is_error(line->key))
            continue;
        const std::size_t colon = line->key.find(':');
        if (is_first && colon != std::string_view::npos)
            forget();
        is_first = is_first && colon == std::string_view::npos;
        if (colon == std::string_view::npos) {
            // The name of the next switch or interface, which "Name" repeats; elsewhere, what a program says of an error.
            if (lists_things(command_)) {
                line->mark(State::irrelevant);
                subject_ = line->key;
            }
            continue;
        }
        const std::string_view value = ascii::trimmed(line->key.substr(colon + 1), ascii::is_blank);
        refused_ = false;
        if (take_field(*line, line->key.substr(0, colon), value))
            line->mark(State::read);
        else if (line->state == State::unrecognised && !refused_)
            line->mark(State::irrelevant);
    }
}

bool OutputReader::take_field(const Node& line, std::string_view label, std::string_view value)
{
    if (is_command(command_, "esxcli network nic dcb status get"))
        return take_dcb_field(line, label, value);
    if (is_command(command_, "esxcli network nic get"))
        return take_nic_field(line, label, value);
    const bool of_switch = is_command(command_, "esxcli network vswitch standard list");
    if (of_switch || is_command(command_, "esxcli network ip interface list")) {
        if (label == "Name")
            subject_ = value;
        if (subject_.empty())
            return false;
        NetFacts& net = of_switch ? facts_.switches[subject_] : facts_.interfaces[subject_];
        if (label == "MTU") {
            net.mtu = bytes(value);
            return net.mtu.peek_known();
        }
        if (label == "Portset")
            net.portset = value;
        if (label == "Uplinks") {
            net.uplinks.clear();
            while (!value.empty() && net.uplinks.size() < most_uplinks)
                net.uplinks.push_back(ascii::trimmed(ascii::take_until(value, ','), ascii::is_blank));
        }
        return label == "Name" || label == "Portset" || label == "Uplinks";
    }
    if (is_command(command_, "esxcli vsan network list"))
        return take_vsan_field(label, value);
    if (is_command(command_, "esxcli system version get") && label == "Version") {
        facts_.version = value;
        return true;
    }
    return false;
}

}
