// SPDX-License-Identifier: Apache-2.0
// Broadcom's niccli: its list of adapters (`--list_devices`, `--listdev`, `--list`) and its receive queues
// (`qos --ingress --cosq --show`). Other commands name an adapter by its number in the list or by its PCI address.
#include "drivers/linux_host/output/nic_tools.h"
#include "models/fabric/value/roce_packet.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// A PCI address as Linux writes it: in lower case.
std::string_view kernel_address(HostBuilder& host, std::string_view written, const Tree& tree)
{
    if (std::ranges::any_of(written, ascii::is_upper))
        return host.device().arena->keep(ascii::lowered(written));
    return host.keep(written, tree);
}

bool is_pci_address(std::string_view text)
{
    return std::ranges::count(text, ':') == 2 && text.find('.') != std::string_view::npos;
}

// "1) Broadcom …" or "1 ) Broadcom …": the adapter's number, which is cut off; empty for any other line.
std::string_view take_number(std::string_view& line)
{
    const std::size_t end = std::min(line.find_first_not_of("0123456789"), line.size());
    const std::string_view number = line.substr(0, end);
    const std::string_view rest = ascii::trimmed_front(line.substr(end), ascii::is_blank);
    if (number.empty() || !rest.starts_with(')'))
        return {};
    line = ascii::trimmed_front(rest.substr(1), ascii::is_blank);
    return number;
}

class AdapterList {
public:
    AdapterList(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    State take(const Node& line)
    {
        std::string_view rest = line.key;
        if (const std::string_view number = take_number(rest); !number.empty()) {
            number_ = host_.keep(number, section_.tree);
            adapter_ = {};
            take_columns(rest);
            store();
            return State::read;
        }
        const std::size_t colon = line.key.find(':');
        if (colon == std::string_view::npos || number_.empty())
            return State::irrelevant; // a banner or the title of a table
        const std::string_view name = ascii::trimmed_back(line.key.substr(0, colon), ascii::is_blank);
        const std::string_view value = ascii::trimmed_front(line.key.substr(colon + 1), ascii::is_blank);
        if (name == "PCI Address")
            adapter_.pci = kernel_address(host_, value, section_.tree);
        else if (name == "Device Interface" || name == "Device Interface Name")
            adapter_.port = value.empty() ? Port::no_index : host_.port(value, section_.span(line));
        else
            return State::irrelevant;
        store();
        return State::read;
    }

private:
    // The short list has everything in one line: "BCM57608  MAC  version  0000:06:00.0  NIC  PCI".
    void take_columns(std::string_view columns)
    {
        Words words(columns);
        while (!words.at_end()) {
            if (const std::string_view word = words.next(); is_pci_address(word))
                adapter_.pci = kernel_address(host_, word, section_.tree);
        }
    }

    void store()
    {
        host_.set_adapter(number_, adapter_);
        if (adapter_.port != Port::no_index && !adapter_.pci.empty() && host_.net(adapter_.port).pci.empty())
            host_.net(adapter_.port).pci = adapter_.pci;
    }

    HostBuilder& host_;
    const Section& section_;
    std::string_view number_;
    Adapter adapter_;
};

}

bool is_roce_application(std::uint8_t selector, std::uint64_t protocol)
{
    constexpr std::uint64_t ether_type_of_roce = 0x8915; // InfiniBand annex A16
    return (selector == app_selector_ether_type && protocol == ether_type_of_roce)
        || (selector == app_selector_datagram && protocol == roce_udp_port);
}

std::optional<std::uint64_t> number_in_any_base(std::string_view text)
{
    if (!text.starts_with("0x") && !text.starts_with("0X"))
        return parse_number(text);
    constexpr std::size_t most_digits = 15;
    const std::string_view digits = text.substr(2);
    if (digits.empty() || digits.size() > most_digits)
        return std::nullopt;
    std::uint64_t number = 0;
    for (const char c : digits) {
        const int digit = ascii::hex_value(c);
        if (digit < 0)
            return std::nullopt;
        number = number << 4U | static_cast<std::uint64_t>(digit);
    }
    return number;
}

std::uint32_t port_of_adapter_name(const HostBuilder& host, std::string_view adapter)
{
    if (ascii::is_number(adapter)) {
        const Adapter listed = host.adapter(adapter);
        return listed.port != Port::no_index || listed.pci.empty() ? listed.port
                                                                   : host.port_at_pci(listed.pci);
    }
    if (adapter.find(':') != std::string_view::npos)
        return host.port_at_pci(ascii::lowered(adapter));
    return host.find_port(adapter);
}

bool knows_adapter(const HostBuilder& host, const Section& section)
{
    return port_of_adapter_name(host, section.command.subject) != Port::no_index;
}

namespace {

// Whether the only interface with RDMA is known to be another NIC than the adapter, which has no interface of its own.
bool is_other_nic(HostBuilder& host, std::string_view adapter, const NetDevice& only)
{
    if (only.nic.driver.peek_known() && !only.nic.driver.is("bnxt_en"))
        return true;
    const bool by_number = ascii::is_number(adapter);
    const std::string_view pci = by_number ? host.adapter(adapter).pci : adapter;
    return (!pci.empty() && !only.pci.empty()) || (by_number && !host.may_be_only_adapter(adapter));
}

}

std::uint32_t port_of_adapter(HostBuilder& host, const Section& section)
{
    const std::string_view subject = section.command.subject;
    if (const std::uint32_t shown = port_of_adapter_name(host, subject); shown != Port::no_index)
        return shown;
    const bool names_adapter = ascii::is_number(subject) || subject.find(':') != std::string_view::npos;
    if (!subject.empty() && !names_adapter)
        return host.port(subject, section.place());
    const std::uint32_t only = host.port(host.only_interface(), section.place());
    if (only == Port::no_index || section.command.output == Output::lldp_tlvs)
        return only;
    return is_other_nic(host, subject, host.net(only)) ? Port::no_index : only;
}

void note_broadcom_tool(HostBuilder& host, std::uint32_t port, const Section& section)
{
    if (port == Port::no_index || host.net(port).nic.driver.peek_known())
        return;
    host.net(port).nic.driver = {"bnxt_en",
        host.origins().derived(
            section.place(), {}, "niccli and bnxtqos set up Broadcom NICs, whose driver is bnxt_en")};
}

void read_niccli_list(HostBuilder& host, const Section& section)
{
    AdapterList list(host, section);
    for (const Node& line : section.node) {
        if (line.kind == Node::Kind::line)
            line.mark(list.take(line));
    }
}

// "TC   State     Mode", then "1   Enabled   Lossless" for each traffic class
void read_niccli_queues(HostBuilder& host, const Section& section)
{
    const std::uint32_t port = port_of_adapter(host, section);
    if (port == Port::no_index) {
        if (section.node.first != nullptr)
            host.warn(section.place(),
                "the interface of these queues is not known: capture niccli --list_devices, or ethtool -i of "
                "the interface");
        return;
    }
    note_broadcom_tool(host, port, section);
    for (const Node& line : section.node) {
        if (line.kind != Node::Kind::line)
            continue;
        Words words(line.key);
        const auto tc = small_number(words.next(), 7);
        const std::string_view state = words.next();
        const std::string mode = ascii::lowered(words.next());
        if (!tc || (state != "Enabled" && state != "Disabled") || (mode != "lossy" && mode != "lossless")) {
            line.mark(tc ? State::unrecognised : State::irrelevant); // else a title
            continue;
        }
        if (state == "Enabled")
            host.net(port).lossless_class[*tc]
                = {mode == "lossless", host.origins().explicit_at(section.span(line))};
        line.mark(State::read);
    }
}

namespace {

// The PCI function that `-scope N` asks about, as the last character of a PCI address; nothing without the option.
std::optional<char> scope_of(std::string_view command)
{
    Words words(command);
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (word == "-scope" || word == "--scope") {
            const std::string_view number = words.next();
            return number.size() == 1 ? number.front() : '?';
        }
    }
    return std::nullopt;
}

}

// "support_rdma = False" (ROCm documentation, network tests, for niccli 2.31). The options performance_profile and
// pcie_relaxed_ordering change how fast a NIC is, and nothing that its packets meet.
void read_niccli_option(HostBuilder& host, const Section& section)
{
    const std::uint32_t port = port_of_adapter(host, section);
    section.take_lines([&](const Node& line) {
        Words words(line.key);
        const std::string_view name = words.next();
        if (name != "support_rdma" || !words.take("="))
            return State::irrelevant;
        const std::string value = ascii::lowered(words.next());
        const bool off = value == "false" || value == "0" || value == "disabled";
        if (!off && value != "true" && value != "1" && value != "enabled") {
            host.unreadable(section.span(line), "whether the NIC starts with RDMA", value);
            return State::unrecognised;
        }
        const auto scope = scope_of(section.node.key);
        const std::string_view pci = port == Port::no_index ? std::string_view{} : host.net(port).pci;
        if (port == Port::no_index || (scope && (pci.empty() || pci.back() != *scope))) {
            host.warn(section.span(line),
                "nothing shows which interface this function of the adapter is: capture niccli --list_devices, and "
                "ethtool -i of the interface");
            return State::unsupported;
        }
        note_broadcom_tool(host, port, section);
        // Without RDMA it has no GIDs.
        if (off)
            host.net(port).nic.has_v2_gid = {false, host.origins().explicit_at(section.span(line))};
        host.net(port).has_nic = true;
        return State::read;
    });
}

}
