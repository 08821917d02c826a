// SPDX-License-Identifier: Apache-2.0
// Which NICs the objects of a cluster select. A template selects cards with all of their ports: by the PCI device, and
// by an address, a serial number or a part number (Mellanox/nic-configuration-operator 8bfbeb3,
// internal/controller/template_matcher.go); a policy selects physical functions
// (k8snetworkplumbingwg/sriov-network-operator 249e200, api/v1/helper.go, SriovNetworkNicSelector.Selected).
#include "drivers/linux_host/config/cluster.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using Answer = ClusterObjects::Choice::Answer;

constexpr std::string_view lacking_type = "type (ibv_devinfo shows it)";
constexpr std::string_view lacking_address = "PCI address (ethtool -i shows it)";
constexpr std::string_view lacking_serial = "serial number (lspci -vvv shows it to root)";
constexpr std::string_view lacking_part = "part number (lspci -vvv shows it to root)";
constexpr std::string_view lacking_vendor = "vendor (lspci -nn shows it)";
constexpr std::string_view lacking_network = "network in OpenStack";

// "1021" or "15b3", as lspci -n writes a device and a vendor; 0 for anything else.
std::uint32_t pci_number_of(std::string_view text)
{
    std::uint32_t number = 0;
    for (const char c : text) {
        const int digit = ascii::hex_value(c);
        if (digit < 0)
            return 0;
        number = number * 16 + static_cast<std::uint32_t>(digit);
    }
    return text.size() == 4 ? number : 0;
}

std::uint32_t device_of_port(HostBuilder& host, std::uint32_t port)
{
    if (const std::uint32_t shown = host.net(port).device_id; shown != 0)
        return shown;
    const RdmaPort* rdma = host.rdma_of_interface(host.port_at(port).name);
    return rdma == nullptr ? 0 : rdma->device_id;
}

// "0000:1a:00.0" without the function: the card.
std::string_view card_of(std::string_view address) { return address.substr(0, address.rfind('.')); }

bool lists_value(const Node* list, std::string_view value)
{
    for (const Node& each : *list) {
        if (each.value == value)
            return true;
    }
    return false;
}

bool lists_card(HostBuilder& host, const Node* list, std::uint32_t port)
{
    const std::string_view own = host.net(port).pci;
    for (const Node& each : *list) {
        const std::uint32_t there = host.port_at_pci(each.value);
        if (there == port || card_of(each.value) == card_of(own))
            return true;
    }
    return false;
}

const Node* list_in(const Node* selector, std::string_view key)
{
    const Node* list
        = selector == nullptr || selector->kind != Node::Kind::object ? nullptr : selector->child(key);
    return list == nullptr || list->kind != Node::Kind::array || list->first == nullptr ? nullptr : list;
}

// Takes the answers to the parts of a selector, all of which must agree.
struct Agreement {
    NicChoice choice{.answer = Answer::yes};

    void take(const Node* node, bool is_known, bool agrees, std::string_view lacking)
    {
        if (node == nullptr || choice.answer == Answer::no)
            return;
        if (is_known && !agrees)
            choice = {.answer = Answer::no};
        else if (!is_known && choice.answer == Answer::yes)
            choice = {.answer = Answer::unknown, .unknown = node, .lacking = lacking};
    }
};

// Drivers that serve the devices of one vendor alone (Linux 6.1, drivers/net/ethernet).
struct DriverVendor {
    std::string_view driver;
    std::uint32_t vendor = 0;
};
constexpr auto driver_vendors = std::to_array<DriverVendor>({{"mlx5_core", 0x15b3},
    {"mlx4_core", 0x15b3},
    {"mlx4_en", 0x15b3},
    {"bnxt_en", 0x14e4},
    {"ice", 0x8086},
    {"i40e", 0x8086},
    {"ionic", 0x1dd8}});

// 0 if nothing shows it.
std::uint32_t vendor_of_port(HostBuilder& host, std::uint32_t port)
{
    const NetDevice& net = host.net(port);
    if (net.vendor_id != 0 || !net.nic.driver.peek_known())
        return net.vendor_id;
    const auto found = std::ranges::find(driver_vendors, net.nic.driver.value, &DriverVendor::driver);
    return found == driver_vendors.end() ? 0 : found->vendor;
}

}

NicChoice choose_by_template(HostBuilder& host, const Node* selector, std::uint32_t port)
{
    const NetDevice& net = host.net(port);
    const Node* type = cluster_value(selector, {"nicType"});
    if (type == nullptr || pci_number_of(type->value) == 0)
        return {};
    // The operator knows the NICs of mlx5 alone.
    if (net.nic.driver.peek_known() && net.nic.driver.value != "mlx5_core")
        return {};
    const std::uint32_t device = device_of_port(host, port);
    Agreement all;
    all.take(type, device != 0, device == pci_number_of(type->value), lacking_type);
    if (const Node* list = list_in(selector, "pciAddresses"))
        all.take(list, !net.pci.empty(), lists_card(host, list, port), lacking_address);
    if (const Node* list = list_in(selector, "serialNumbers"))
        all.take(list, !net.serial.empty(), lists_value(list, net.serial), lacking_serial);
    if (const Node* list = list_in(selector, "partNumbers"))
        all.take(list, !net.part.empty(), lists_value(list, net.part), lacking_part);
    return all.choice;
}

NicChoice choose_by_policy(HostBuilder& host, const Node* selector, std::uint32_t port)
{
    const NetDevice& net = host.net(port);
    const Node* vendor = cluster_value(selector, {"vendor"});
    const Node* device = cluster_value(selector, {"deviceID"});
    const Node* network = cluster_value(selector, {"netFilter"});
    const Node* addresses = list_in(selector, "rootDevices");
    const Node* names = list_in(selector, "pfNames");
    // An empty selector is refused.
    if (vendor == nullptr && device == nullptr && network == nullptr && addresses == nullptr
        && names == nullptr)
        return {};
    Agreement all;
    if (names != nullptr) {
        bool is_named = false;
        // "ens1f0#0-7" are functions of ens1f0.
        for (const Node& name : *names)
            is_named = is_named || name.value.substr(0, name.value.find('#')) == host.port_at(port).name;
        all.take(names, true, is_named, {});
    }
    if (addresses != nullptr)
        all.take(addresses, !net.pci.empty(), lists_value(addresses, net.pci), lacking_address);
    if (device != nullptr) {
        const std::uint32_t shown = device_of_port(host, port);
        all.take(device, shown != 0, shown == pci_number_of(device->value), lacking_type);
    }
    if (vendor != nullptr) {
        const std::uint32_t shown = vendor_of_port(host, port);
        all.take(vendor, shown != 0, shown == pci_number_of(vendor->value), lacking_vendor);
    }
    all.take(network, false, false, lacking_network);
    return all.choice;
}

}
