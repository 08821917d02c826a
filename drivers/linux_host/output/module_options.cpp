// SPDX-License-Identifier: Apache-2.0
// Options of kernel modules that RDMA depends on, as files of /etc/modprobe.d set them for the next load and as files
// below /sys/module show them in force. Intel's irdma (src/irdma/main.c of version 1.x, and its README, RDMA Protocol
// Selection and ECN Configuration): roce_ena, roce_port_cfg, dcqcn_enable; the kernel's own irdma has none of them.
#include "drivers/linux_host/output/nic_tools.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;
using Option = HostBuilder::ModuleOption;

constexpr std::string_view roce_ena = "roce_ena";
constexpr std::string_view roce_port_cfg = "roce_port_cfg";
constexpr std::string_view dcqcn_enable = "dcqcn_enable";

struct OptionRow {
    std::string_view name;
    bool is_switch; ///< the kernel takes words for it, and prints Y or N
    std::string_view what;
};
constexpr std::array irdma_options{OptionRow{roce_ena, false, "whether irdma gives all ports RoCE"},
    OptionRow{roce_port_cfg, false, "which ports irdma gives RoCE"},
    OptionRow{dcqcn_enable, true, "whether irdma slows down on CNPs"}};

// A boolean as kstrtobool() takes it (Linux lib/kstrtox.c).
std::optional<std::uint64_t> switch_of(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    const std::string lower = ascii::lowered(text.substr(0, 2));
    if (lower.front() == 'y' || lower.front() == 't' || lower.front() == '1' || lower == "on")
        return 1;
    if (lower.front() == 'n' || lower.front() == 'f' || lower.front() == '0' || lower == "of")
        return 0;
    return std::nullopt;
}

// Takes NAME=VALUE of irdma. What only tunes the driver's memory and timers does not concern the network.
State take_irdma_option(
    HostBuilder& host, std::string_view name, std::string_view value, Span at, bool is_loaded)
{
    const auto* const row = std::ranges::find(irdma_options, name, &OptionRow::name);
    if (row == irdma_options.end())
        return name.starts_with("dcqcn_") || name == "roce_pci_cfg" ? State::unsupported : State::irrelevant;
    const auto number = row->is_switch ? switch_of(value) : number_in_any_base(value);
    if (!number) {
        host.unreadable(at, row->what, value);
        return State::unrecognised;
    }
    host.note_module_option({row->name, *number, host.origins().explicit_at(at), is_loaded});
    return State::read;
}

}

State read_module_parameter(HostBuilder& host, std::string_view path, std::string_view value, Span at)
{
    return take_irdma_option(host, path, value, at, true);
}

// "options irdma roce_ena=1 limits_sel=5"; "-" and "_" are the same in names of modules (modprobe.d(5)).
void read_module_options(HostBuilder& host, const Section& section)
{
    section.take_lines([&](const Node& line) {
        Words words(line.key);
        if (words.next() != "options")
            return State::irrelevant;
        const std::string_view module = words.next();
        State state = State::irrelevant;
        while (!words.at_end()) {
            const std::string_view word = words.next();
            const std::string_view name = word.substr(0, word.find('='));
            const std::string_view value = word.substr(std::min(word.size(), name.size() + 1));
            if (module == "irdma")
                state = std::max(state, take_irdma_option(host, name, value, section.span(line), false));
            // The mark of Lustre's connections, which overrides that of the connection manager.
            else if (module == "ko2iblnd" && name == "tos")
                state = State::unsupported;
        }
        return state;
    });
}

namespace {

// The option that counts in this reading; null if nothing states it.
const Option* option_in_force(HostBuilder& host, std::span<const Option> options, std::string_view name)
{
    const Option* loaded = nullptr;
    const Option* stored = nullptr;
    for (const Option& option : options) {
        if (option.name == name)
            (option.is_loaded ? loaded : stored) = &option;
    }
    if (loaded == nullptr || stored == nullptr)
        return loaded == nullptr ? stored : loaded;
    if (loaded->number != stored->number)
        host.warn_outdated(host.origins().span(loaded->at),
            host.origins().span(stored->at),
            fmt::format("irdma runs with {} {}, and has {} once it is loaded again",
                name,
                loaded->number,
                stored->number));
    return host.reads_in_force() ? loaded : stored;
}

// Sets whether an ice NIC runs RoCE or iWARP, where devlink does not show it.
void choose_protocol(HostBuilder& host, std::uint32_t port, const Option* all, const Option* ports)
{
    NetDevice& net = host.net(port);
    if (net.nic.iwarp.peek_known())
        return;
    if (all != nullptr && (all->number != 0 || ports == nullptr)) {
        net.nic.iwarp = {all->number == 0, all->at};
        return;
    }
    if (ports == nullptr)
        return;
    const int function = net.pci.empty() ? -1 : ascii::hex_value(net.pci.back());
    if (function < 0) {
        net.nic.iwarp = Setting<bool>::unread(host.origins().unread(
            "roce_port_cfg of irdma gives RoCE to some functions of a card, and nothing shows which one this is: "
            "capture ethtool -i"));
        return;
    }
    const bool roce = (ports->number >> static_cast<unsigned>(function) & 1U) != 0;
    // roce_ena is 0 unless it is set, and any other number gives all ports RoCE.
    if (roce || all != nullptr || !ports->is_loaded)
        net.nic.iwarp = {!roce, ports->at};
}

}

void place_module_options(HostBuilder& host, std::span<const Option> options)
{
    bool knows_drivers = options.empty();
    for (std::uint32_t port = 0; port < host.device().ports.size(); ++port)
        knows_drivers = knows_drivers || host.net(port).nic.driver.peek_known();
    if (!knows_drivers)
        host.warn(host.origins().span(options.front().at),
            "no capture shows which NICs this option of irdma is for, so it is not judged: add the output of ethtool -i "
            "and rdma link");
    const Option* all = option_in_force(host, options, roce_ena);
    const Option* ports = option_in_force(host, options, roce_port_cfg);
    const Option* dcqcn = option_in_force(host, options, dcqcn_enable);
    for (std::uint32_t port = 0; port < host.device().ports.size(); ++port) {
        if (!host.net(port).nic.driver.is("ice"))
            continue;
        choose_protocol(host, port, all, ports);
        RdmaPort* rdma = host.rdma_of_interface(host.port_at(port).name);
        Nic& nic = rdma == nullptr ? host.net(port).nic : rdma->nic;
        if (dcqcn == nullptr || nic.ecn_reaction.peek_known())
            continue;
        // One switch of all ports, which each port may override (configfs, roce_dcqcn_enable).
        nic.ecn_reaction = {dcqcn->number != 0 ? PrioritySet::all() : PrioritySet{}, dcqcn->at};
        nic.reaction_seen = PrioritySet::all();
        nic.reaction_at.fill(dcqcn->at);
    }
}

}
