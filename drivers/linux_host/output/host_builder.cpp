// SPDX-License-Identifier: Apache-2.0
// Outputs arrive in any order and name ports, RDMA devices or neither; their facts are kept separate until
// host_join.cpp knows what belongs together.
#include "drivers/linux_host/output/host_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace rocelint::linux_host {

void HostBuilder::warn(Span at, std::string message)
{
    problems_.push_back({SyntaxProblem::Severity::warning, at, std::move(message)});
}

void HostBuilder::warn_of_absent(Span at, std::string message)
{
    problems_.push_back({.severity = SyntaxProblem::Severity::warning,
        .at = at,
        .message = std::move(message),
        .of_all_devices = true});
}

void HostBuilder::unreadable(Span at, std::string_view what, std::string_view value)
{
    problems_.push_back(
        {SyntaxProblem::Severity::error, at, fmt::format("{} cannot be read: '{}'", what, value)});
}

void HostBuilder::complain(Span at, std::string message)
{
    problems_.push_back({SyntaxProblem::Severity::error, at, std::move(message)});
}

void HostBuilder::warn_twice(Span at, Span before, std::string message)
{
    problems_.push_back({.severity = SyntaxProblem::Severity::warning,
        .at = at,
        .message = std::move(message),
        .hint = before,
        .hint_message = "it is shown here before"});
}

void HostBuilder::warn_outdated(Span at, Span setter, std::string message)
{
    problems_.push_back({.severity = SyntaxProblem::Severity::warning,
        .at = at,
        .message = std::move(message),
        .outdated = true,
        .hint = setter,
        .hint_message = setter.somewhere() ? "this is what the next boot sets" : ""});
}

std::uint32_t HostBuilder::find_port(std::string_view name) const
{
    const auto known = port_by_name_.find(name);
    return known == port_by_name_.end() ? Port::no_index : known->second;
}

std::uint32_t HostBuilder::port_at_pci(std::string_view address) const
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        // Most tools omit the domain 0000.
        const std::string_view pci = nets_[index].pci;
        if (!pci.empty() && (pci == address || (pci.starts_with("0000:") && pci.substr(5) == address)))
            return index;
    }
    return Port::no_index;
}

NicCard& HostBuilder::card(std::string_view id)
{
    const auto known = std::ranges::find(cards_, id, &NicCard::id);
    return known != cards_.end() ? *known : cards_.emplace_back(NicCard{.id = id});
}

std::uint32_t HostBuilder::port_of_card(const NicCard& card) const
{
    if (const std::uint32_t port = find_port(card.interface); port != Port::no_index)
        return port;
    if (const std::uint32_t port = port_at_pci(card.pci); port != Port::no_index && !card.pci.empty())
        return port;
    const std::uint32_t only = cards_.size() == 1 ? find_port(only_interface()) : Port::no_index;
    if (only == Port::no_index)
        return only;
    // The only interface with RDMA may be that of another vendor's NIC.
    const NetDevice& net = nets_[only];
    const bool is_other = !net.pci.empty() || (net.nic.driver.peek_known() && !net.nic.driver.is("ionic"));
    return is_other ? Port::no_index : only;
}

std::string_view HostBuilder::interface_of_card(std::string_view name) const
{
    const auto card = std::ranges::find(cards_, name, &NicCard::id);
    const std::uint32_t port = card != cards_.end() ? port_of_card(*card) : port_at_pci(name);
    if (port != Port::no_index)
        return device_.ports[port].name;
    // A PCI address of another card must not be mistaken for that of the only interface.
    return name.find(':') == std::string_view::npos ? interface_of(name) : std::string_view{};
}

Adapter HostBuilder::adapter(std::string_view number) const
{
    const auto known = adapters_.find(number);
    return known == adapters_.end() ? Adapter{} : known->second;
}

bool HostBuilder::may_be_only_adapter(std::string_view number)
{
    // A list that shows several adapters, or not this one, says that the only interface may be another one's.
    if (adapters_.size() > 1 || (adapters_.size() == 1 && !adapters_.contains(number)))
        return false;
    if (only_adapter_.empty())
        only_adapter_ = number;
    return only_adapter_ == number;
}

RdmaPort* HostBuilder::rdma_of_interface(std::string_view interface)
{
    for (RdmaPort& rdma : rdmas_) {
        if (!interface.empty() && rdma.net_device == interface)
            return &rdma;
    }
    return nullptr;
}

std::uint32_t HostBuilder::port(std::string_view name, Span at)
{
    const std::size_t under = name.find('@');
    const std::string_view own = name.substr(0, under);
    if (own.empty())
        return Port::no_index;
    const auto [place, fresh]
        = port_by_name_.try_emplace(own, static_cast<std::uint32_t>(device_.ports.size()));
    if (fresh) {
        Port& made = device_.ports.emplace_back();
        made.name = own;
        made.at = at;
        nets_.emplace_back().nic.port = place->second;
    }
    if (under != std::string_view::npos)
        nets_[place->second].under = name.substr(under + 1);
    return place->second;
}

RdmaPort& HostBuilder::rdma(std::string_view name, std::uint32_t number)
{
    const auto next = static_cast<std::uint32_t>(rdmas_.size());
    const auto [place, fresh] = rdma_by_name_.try_emplace(name, next);
    std::uint32_t index = place->second;
    bool made = fresh;
    if (number != 1) {
        const std::uint64_t key = (std::uint64_t{place->second} << 32) | number;
        const auto [other, fresh_port] = rdma_other_ports_.try_emplace(key, fresh ? index : next);
        index = other->second;
        made = fresh || fresh_port;
    }
    if (made) {
        RdmaPort& port = rdmas_.emplace_back();
        port.nic.rdma_device = name;
        port.nic.port = Port::no_index;
        port.number = number;
    }
    return rdmas_[index];
}

std::vector<ShellRdmaDevice> HostBuilder::listed_devices() const
{
    std::vector<ShellRdmaDevice> found;
    for (const std::string_view name : device_.rdma_devices) {
        const auto known = rdma_by_name_.find(name);
        if (known == rdma_by_name_.end())
            continue;
        const RdmaPort& rdma = rdmas_[known->second];
        // ibdev2netdev lists the interfaces of IPoIB as well, whose names begin with "ib" (systemd.net-naming-
        // scheme(7), udev's prefixes of interface types).
        if (!rdma.infiniband && !rdma.net_device.starts_with("ib"))
            found.push_back({name, rdma.net_device});
    }
    return found;
}

void HostBuilder::virtual_function(std::string_view mac, std::uint32_t physical)
{
    // A virtual function without an address of its own shows zeros.
    if (mac.size() == 17 && mac != "00:00:00:00:00:00")
        physical_by_vf_mac_.try_emplace(mac, physical);
}

std::string_view HostBuilder::only_interface() const
{
    std::string_view only;
    constexpr std::size_t most = 64; // so that repeated calls stay cheap
    if (rdmas_.size() > most)
        return {};
    for (const RdmaPort& rdma : rdmas_) {
        if (rdma.infiniband || rdma.net_device.empty())
            continue;
        if (!only.empty() && only != rdma.net_device)
            return {};
        only = rdma.net_device;
    }
    if (only.empty() && device_.ports.size() == 1)
        return device_.ports.front().name;
    return only;
}

std::string_view HostBuilder::interface_of(std::string_view device) const
{
    const auto known = rdma_by_name_.find(device);
    if (known != rdma_by_name_.end())
        return rdmas_[known->second].net_device;
    if (const auto port = port_by_name_.find(device); port != port_by_name_.end())
        return port->first;
    if (const std::uint32_t at = port_at_pci(device); at != Port::no_index)
        return device_.ports[at].name;
    // Names like "/dev/mst/mt4129_pciconf0" and "41:00.0" appear in no other output.
    const bool opaque
        = device.empty() || device.starts_with("/dev/") || device.find(':') != std::string_view::npos;
    return opaque ? only_interface() : std::string_view{};
}

std::string_view HostBuilder::keep(std::string_view text, const Tree& tree)
{
    const std::string_view file = tree.source->text();
    const bool inside = text.data() >= file.data() && text.data() + text.size() <= file.data() + file.size();
    return inside ? text : device_.arena->keep(text);
}

}
