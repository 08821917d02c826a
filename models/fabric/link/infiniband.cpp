// SPDX-License-Identifier: Apache-2.0
// Identifies a host by the GUIDs of its adapters, else by their descriptions ("host1 mlx5_0", IBA
// NodeDescription); a manager's subnet by the manager's port, by its host, or because there is only one
// subnet.
#include "models/fabric/link/infiniband.h"

#include "models/fabric/link/name_index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rocelint {
namespace {

struct OwnedPort {
    std::uint32_t host;
    const HostIbPort* port;
};

// By node GUID and port: the ports that hosts report as their own.
using OwnedPorts = std::map<std::pair<std::uint64_t, std::uint32_t>, OwnedPort>;

OwnedPorts ports_of_hosts(const std::vector<Device>& devices)
{
    OwnedPorts owned;
    for (std::uint32_t host = 0; host < devices.size(); ++host) {
        for (const HostIbPort& port : devices[host].ib_ports) {
            if (port.node_guid != 0)
                owned.try_emplace({port.node_guid, port.number}, OwnedPort{host, &port});
        }
    }
    return owned;
}

void join_hosts(Fabric& fabric, const DeviceIndex& devices, const OwnedPorts& owned, std::uint32_t index)
{
    const Subnet& subnet = *fabric.devices[index].subnet;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const IbNode& node = subnet.nodes[subnet.ports[port].node];
        if (node.kind != IbNodeKind::channel_adapter || node.aggregation_node)
            continue;
        IbHostPort& made = fabric.ib_host_ports.emplace_back();
        made.port = {index, port};
        made.host_name = host_of_description(node.description);
        made.rdma_device = device_of_description(node.description);
        if (const auto own = owned.find({node.guid, subnet.ports[port].number}); own != owned.end()) {
            made.host = own->second.host;
            made.rdma_device = own->second.port->rdma_device;
            continue;
        }
        const auto host = made.host_name.empty() ? std::nullopt : devices.find(made.host_name);
        if (host && fabric.devices[*host].kind == DeviceKind::host)
            made.host = *host;
    }
}

bool has_host(const Subnet& subnet, std::string_view name)
{
    const std::string key = device_key(name);
    return std::ranges::any_of(subnet.nodes, [&key](const IbNode& node) {
        return device_key(host_of_description(node.description)) == key
            || device_key(node.description) == key;
    });
}

// The subnet with the manager's port, else the only subnet, else the only one with its host.
std::optional<std::uint32_t> subnet_of(const Fabric& fabric, const Device& manager)
{
    const Setting<std::uint64_t>& guid = manager.manager->guid;
    if (guid.peek_known() && guid.value != 0) {
        for (const std::uint32_t subnet : fabric.subnets) {
            if (fabric.devices[subnet].subnet->port_of_guid(guid.value) != Subnet::none)
                return subnet;
        }
    }
    if (fabric.subnets.size() == 1)
        return fabric.subnets.front();
    std::optional<std::uint32_t> found;
    for (const std::uint32_t subnet : fabric.subnets) {
        if (!has_host(*fabric.devices[subnet].subnet, manager.name))
            continue;
        if (found)
            return std::nullopt;
        found = subnet;
    }
    return found;
}

}

void join_infiniband(Fabric& fabric)
{
    fabric.subnet_of_manager.resize(fabric.devices.size());
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        if (fabric.devices[index].subnet)
            fabric.subnets.push_back(index);
        if (fabric.devices[index].manager)
            fabric.managers.push_back(index);
    }
    if (fabric.subnets.empty())
        return;
    const DeviceIndex devices(fabric.devices);
    const OwnedPorts owned = ports_of_hosts(fabric.devices);
    for (const std::uint32_t subnet : fabric.subnets)
        join_hosts(fabric, devices, owned, subnet);
    for (std::uint32_t port = 0; port < fabric.ib_host_ports.size(); ++port) {
        if (fabric.ib_host_ports[port].host != IbHostPort::none)
            fabric.ib_ports_by_host.push_back(port);
    }
    std::stable_sort(fabric.ib_ports_by_host.begin(),
        fabric.ib_ports_by_host.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            return fabric.ib_host_ports[a].host < fabric.ib_host_ports[b].host;
        });
    for (const std::uint32_t manager : fabric.managers)
        fabric.subnet_of_manager[manager] = subnet_of(fabric, fabric.devices[manager]);
}

std::vector<std::uint32_t> Fabric::managers_of(std::uint32_t subnet) const
{
    std::vector<std::uint32_t> out;
    for (const std::uint32_t manager : managers) {
        if (subnet_of_manager[manager] == subnet)
            out.push_back(manager);
    }
    return out;
}

std::vector<const IbHostPort*> Fabric::ib_ports_of_host(std::uint32_t host) const
{
    std::vector<const IbHostPort*> out;
    const auto begin = std::lower_bound(ib_ports_by_host.begin(),
        ib_ports_by_host.end(),
        host,
        [this](std::uint32_t port, std::uint32_t wanted) { return ib_host_ports[port].host < wanted; });
    for (auto at = begin; at != ib_ports_by_host.end() && ib_host_ports[*at].host == host; ++at)
        out.push_back(&ib_host_ports[*at]);
    return out;
}

}
