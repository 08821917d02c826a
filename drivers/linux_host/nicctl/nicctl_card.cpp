// SPDX-License-Identifier: Apache-2.0
// Which card of nicctl is which interface. JSON: of `nicctl show lif` as ROCm/device-metrics-exporter parses it, of `nicctl
// show card` and `nicctl show card device` as ROCm/device-config-manager does (pkg/ainic_manager/ainic_config_manager.go).
#include "drivers/linux_host/nicctl/nicctl_card.h"

#include "drivers/linux_host/shell/arguments.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::linux_host {

std::optional<NicctlLine> nicctl_line(const Section& section, const Node& line)
{
    const std::size_t colon = line.key.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    return NicctlLine{
        trimmed(line.key.substr(0, colon)), trimmed(line.key.substr(colon + 1)), section.span(line)};
}

NicctlTitle nicctl_title(std::string_view value)
{
    NicctlTitle title;
    title.id = value.substr(0, value.find_first_of(" \t("));
    const std::size_t open = value.find('(');
    const std::size_t close = value.find(')', open == std::string_view::npos ? 0 : open);
    if (open == std::string_view::npos || close == std::string_view::npos)
        return title;
    title.pci = value.substr(open + 1, close - open - 1);
    const std::string_view rest = trimmed(value.substr(close + 1));
    title.rest = rest.starts_with(':') ? trimmed(rest.substr(1)) : std::string_view{};
    return title;
}

// "1111111-4c32-3533-3330-12345000000    0000:06:00.0   salina   A   ABC1234"
bool take_card_row(HostBuilder& host, std::string_view row)
{
    Words words(row);
    const std::string_view id = words.next();
    const std::string_view pci = words.next();
    constexpr std::size_t shortest_address = 7; // "06:00.0"
    if (id.find('-') == std::string_view::npos || pci.size() < shortest_address
        || pci.find(':') == std::string_view::npos || pci.find('.') == std::string_view::npos)
        return false;
    NicCard& card = host.card(id);
    card.pci = pci;
    words.next();
    card.partition = words.next();
    return true;
}

void find_nic_cards(HostBuilder& host, const Section& section)
{
    NicCard* card = nullptr;
    for (const Node& line : section.node) {
        if (line.kind != Node::Kind::line || take_card_row(host, line.key))
            continue;
        const auto parts = nicctl_line(section, line);
        if (parts && parts->key == "NIC") {
            const NicctlTitle title = nicctl_title(parts->value);
            card = title.id.empty() ? nullptr : &host.card(title.id);
            if (card != nullptr && card->pci.empty())
                card->pci = title.pci;
        } else if (parts && parts->key == "ROCE device" && card != nullptr && card->interface.empty()) {
            card->interface = host.interface_of(parts->value);
        }
    }
}

namespace {

// A view of a JSON string that outlives its tree; empty if the member is absent or null.
std::string_view text_of(HostBuilder& host, const Section& section, const Node* member)
{
    if (member == nullptr || member->kind != Node::Kind::string)
        return {};
    member->mark(CoverageState::read);
    return host.keep(member->value, section.tree);
}

// The first one is the port's own: {"spec": {…}, "status": {"name": "enp229s0"}} of `show lif`, or
// {"ethernet_interface": "enp229s0", "roce_interface": "rocep229s0"} of `show card device`.
void take_interface(HostBuilder& host, const Section& section, std::string_view card, const Node& lif)
{
    const Node* status = lif.child("status");
    const Node* name = status == nullptr ? lif.child("ethernet_interface") : status->child("name");
    const std::string_view interface = text_of(host, section, name);
    if (interface.empty())
        return;
    host.card(card).interface = interface;
    static_cast<void>(host.port(interface, section.span(*name)));
    const std::string_view device = text_of(host, section, lif.child("roce_interface"));
    if (!device.empty() && host.interface_of(device).empty() && host.rdma_of_interface(interface) == nullptr)
        host.rdma(device, 1).net_device = interface;
}

}

// {"nic": [{"id": "4242…", "pcie_bdf": "0000:06:00.0", "lif": [{…}]}]}
void read_nicctl_lif(HostBuilder& host, const Section& section)
{
    for (const Node& root : section.node) {
        const Node* nics = root.kind == Node::Kind::object ? root.child("nic") : nullptr;
        if (nics == nullptr)
            continue;
        root.mark_subtree(CoverageState::irrelevant);
        for (const Node& nic : *nics) {
            const std::string_view id = text_of(host, section, nic.child("id"));
            if (id.empty())
                continue;
            if (const std::string_view pci = text_of(host, section, nic.child("pcie_bdf")); !pci.empty())
                host.card(id).pci = pci;
            if (const Node* lifs = nic.child("lif"); lifs != nullptr && lifs->first != nullptr)
                take_interface(host, section, id, *lifs->first);
        }
    }
}

}
