// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"

#include "models/fabric/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace rocelint {

std::vector<IbLink> links_of(const Subnet& subnet)
{
    std::vector<IbLink> links;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const std::uint32_t peer = subnet.peer_of(port);
        if (peer != Subnet::none && port < peer && subnet.peer_of(peer) == port)
            links.push_back({port, peer});
    }
    return links;
}

std::vector<IbSwitch> switches_of(const Subnet& subnet)
{
    std::vector<IbSwitch> switches;
    std::vector<std::uint32_t> place(subnet.nodes.size(), Subnet::none);
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        if (subnet.nodes[node].kind != IbNodeKind::network_switch)
            continue;
        place[node] = static_cast<std::uint32_t>(switches.size());
        IbSwitch& made = switches.emplace_back();
        made.node = node;
        for (std::uint32_t index = 0; index < subnet.nodes[node].ports; ++index) {
            const std::uint32_t port = subnet.nodes[node].first_port + index;
            const std::uint32_t peer = subnet.peer_of(port);
            // A link that only one end reports is a fault, not a working cable.
            if (peer == Subnet::none || subnet.peer_of(peer) != port)
                continue;
            const std::uint32_t other = subnet.ports[peer].node;
            if (subnet.nodes[other].kind != IbNodeKind::network_switch) {
                if (!subnet.nodes[other].aggregation_node)
                    made.adapters.push_back(port);
                continue;
            }
            auto bundle = std::ranges::find(made.bundles, other, &IbBundle::to);
            if (bundle == made.bundles.end())
                bundle = made.bundles.insert(bundle, {other, {}});
            bundle->ports.push_back(port);
        }
        std::ranges::sort(made.bundles, {}, &IbBundle::to);
        made.tier = made.adapters.empty() ? 0 : 1;
    }
    // Counts tiers from the leaves upwards.
    for (std::uint32_t tier = 1; tier <= switches.size(); ++tier) {
        bool any = false;
        for (const IbSwitch& from : switches) {
            if (from.tier != tier)
                continue;
            for (const IbBundle& bundle : from.bundles) {
                IbSwitch& to = switches[place[bundle.to]];
                if (to.tier == 0) {
                    to.tier = tier + 1;
                    any = true;
                }
            }
        }
        if (!any)
            break;
    }
    return switches;
}

std::vector<IbHost> named_hosts(const Subnet& subnet)
{
    std::map<std::string_view, IbHost> hosts;
    std::set<std::string_view> uneven;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const IbNode& node = subnet.nodes[subnet.ports[port].node];
        // A description that names the adapter also names its host ("host1 mlx5_0"); "MT4129 ConnectX7" does
        // not.
        const std::string_view device = device_of_description(node.description);
        if (node.kind != IbNodeKind::channel_adapter || node.aggregation_node
            || (!device.starts_with("mlx") && !device.starts_with("HCA-")))
            continue;
        const std::string_view name = host_of_description(node.description);
        IbHost& host = hosts[name];
        host.name = name;
        host.ports.push_back(port);
        const Guid guid = subnet.ports[port].guid;
        host.runs_manager = host.runs_manager
            || (guid != 0
                && std::ranges::find(subnet.managers, guid, &IbManager::guid) != subnet.managers.end());
        const std::uint32_t peer = subnet.peer_of(port);
        if (peer == Subnet::none)
            continue;
        ++host.links;
        const IbPort& shown = subnet.ports[port].width.peek_known() ? subnet.ports[port] : subnet.ports[peer];
        const auto rate = rate_of(shown);
        if (host.links > 1 && rate != host.rate)
            uneven.insert(name);
        host.rate = rate;
        host.one_lane = host.one_lane || (shown.width.peek_known() && shown.width.value == IbWidth::x1);
    }
    std::vector<IbHost> list;
    for (auto& [name, host] : hosts) {
        if (uneven.contains(name))
            host.rate.reset();
        list.push_back(std::move(host));
    }
    return list;
}

bool has_rate_of_a_kind(const std::vector<IbHost>& hosts, const IbHost& host)
{
    constexpr std::ptrdiff_t least = 2;
    return host.rate && !host.one_lane && std::ranges::count(hosts, host.rate, &IbHost::rate) >= least;
}

std::vector<Role> host_roles(const Fabric& fabric, std::uint32_t subnet)
{
    std::map<std::string_view, Role> planned;
    for (const TopologyDevice& device : fabric.topology.devices)
        planned.emplace(device.name, device.role);
    std::vector<Role> roles(fabric.devices[subnet].subnet->ports.size(), Role::unknown);
    for (const IbHostPort& port : fabric.ib_host_ports) {
        if (port.port.device != subnet)
            continue;
        Role& role = roles[port.port.port];
        if (port.host != IbHostPort::none)
            role = fabric.devices[port.host].role.peek_known() ? fabric.devices[port.host].role.value
                                                               : Role::unknown;
        else if (const auto found = planned.find(port.host_name); found != planned.end())
            role = found->second;
    }
    return roles;
}

bool was_captured_whole(const Subnet& subnet)
{
    return std::ranges::any_of(subnet.captures, [](const IbCapture& capture) {
        return capture.lists_all_nodes && capture.lists_all_links && !capture.broken.somewhere();
    });
}

std::optional<BitsPerSecond> rate_of(const IbPort& port)
{
    if (!port.width.known() || !port.speed.known())
        return std::nullopt;
    return rate_of(port.width.value, port.speed.value);
}

std::string rate_text(IbWidth width, IbSpeed speed)
{
    return fmt::format("{} {}", word_of(width), word_of(speed));
}

std::string gigabits_text(BitsPerSecond rate)
{
    return fmt::format("{} Gbit/s", static_cast<double>(rate.count) / 1e9);
}

}
