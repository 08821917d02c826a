// SPDX-License-Identifier: Apache-2.0
// One capture shows a whole subnet. Readers of a report look for its switches and adapters, not for the
// capture.
#include "cli/report/data/subnet_nodes.h"

#include "workspace/find/group_files.h"

#include <algorithm>

namespace rocelint::cli {

SubnetNodes::SubnetNodes(const Fabric& fabric) : fabric_(fabric), places_(fabric.devices.size())
{
    for (std::uint32_t device = 0; device < places_.size(); ++device) {
        if (fabric.devices[device].kind == DeviceKind::subnet && fabric.devices[device].subnet)
            add(device);
    }
}

std::uint32_t SubnetNodes::node_of(PortId port) const
{
    if (port.device >= places_.size() || places_[port.device].node.empty())
        return none;
    const Subnet& subnet = *fabric_.devices[port.device].subnet;
    return port.port < subnet.ports.size() ? places_[port.device].node[subnet.ports[port.port].node] : none;
}

std::uint32_t SubnetNodes::host_of(PortId port) const
{
    if (port.device >= places_.size() || places_[port.device].host.empty())
        return none;
    const Subnet& subnet = *fabric_.devices[port.device].subnet;
    return port.port < subnet.ports.size() ? places_[port.device].host[subnet.ports[port.port].node] : none;
}

void SubnetNodes::add(std::uint32_t device)
{
    const Subnet& subnet = *fabric_.devices[device].subnet;
    Places& places = places_[device];
    places.node.assign(subnet.nodes.size(), none);
    places.host.assign(subnet.nodes.size(), none);
    find_hosts(device);
    std::vector<std::uint32_t> tiers(subnet.nodes.size(), none);
    find_tiers(device, tiers);
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        if (places.host[node] != none)
            continue;
        places.node[node] = static_cast<std::uint32_t>(nodes_.size());
        const std::uint32_t alone = subnet.nodes[node].kind == IbNodeKind::network_switch ? 1 : 0;
        nodes_.push_back({device, node, tiers[node] == none ? alone : tiers[node]});
    }
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const std::uint32_t peer = subnet.peer_of(port);
        if (peer != Subnet::none && port < peer)
            cables_.push_back({{device, port}, {device, peer}});
    }
}

void SubnetNodes::find_hosts(std::uint32_t device)
{
    const Subnet& subnet = *fabric_.devices[device].subnet;
    for (const IbHostPort& port : fabric_.ib_host_ports) {
        if (port.port.device == device && port.host != IbHostPort::none
            && port.port.port < subnet.ports.size())
            places_[device].host[subnet.ports[port.port.port].node] = port.host;
    }
    // A capture of one host's ibstat lies among the host's other captures.
    const bool has_switch = std::ranges::any_of(
        subnet.nodes, [](const IbNode& node) { return node.kind == IbNodeKind::network_switch; });
    if (has_switch || fabric_.devices[device].files.empty())
        return;
    if (host_in_.empty())
        find_folders();
    const auto host = host_in_.find(folder_of(fabric_.devices[device].files.front()));
    if (host != host_in_.end() && host->second != none)
        std::ranges::replace(places_[device].host, none, host->second);
}

// A folder with several hosts belongs to none of them.
void SubnetNodes::find_folders()
{
    for (std::uint32_t host = 0; host < fabric_.devices.size(); ++host) {
        if (fabric_.devices[host].kind != DeviceKind::host)
            continue;
        for (const SourceId file : fabric_.devices[host].files) {
            const auto [place, fresh] = host_in_.try_emplace(folder_of(file), host);
            if (!fresh && place->second != host)
                place->second = none;
        }
    }
}

std::string SubnetNodes::folder_of(SourceId file) const
{
    const Source* source = fabric_.sources.find(file);
    return source == nullptr ? std::string() : workspace::device_folder(source->path());
}

// Computes the distance of each node, in cables, from the nearest adapter.
void SubnetNodes::find_tiers(std::uint32_t device, std::vector<std::uint32_t>& tiers) const
{
    const Subnet& subnet = *fabric_.devices[device].subnet;
    std::vector<std::uint32_t> reached;
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        if (subnet.nodes[node].kind == IbNodeKind::network_switch)
            continue;
        tiers[node] = 0;
        reached.push_back(node);
    }
    for (std::size_t at = 0; at < reached.size(); ++at) {
        const IbNode& node = subnet.nodes[reached[at]];
        for (std::uint32_t port = node.first_port; port < node.first_port + node.ports; ++port) {
            const std::uint32_t peer = subnet.peer_of(port);
            const std::uint32_t next = peer == Subnet::none ? none : subnet.ports[peer].node;
            if (next == none || tiers[next] != none)
                continue;
            tiers[next] = tiers[reached[at]] + 1;
            reached.push_back(next);
        }
    }
}

const char* kind_of(const IbNode& node)
{
    switch (node.kind) {
    case IbNodeKind::network_switch:
        return "switch";
    case IbNodeKind::router:
        return "router";
    case IbNodeKind::channel_adapter:
    case IbNodeKind::unknown:
        break;
    }
    return "host";
}

}
