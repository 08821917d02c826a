// SPDX-License-Identifier: Apache-2.0
// Captures identify hosts by the descriptions of their adapters.
#include "cli/command/check/find_ib_port.h"

#include "models/fabric/link/name_index.h"
#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint::cli {

std::vector<PortId> find_ib_ports(const Fabric& fabric, std::string_view name)
{
    const std::size_t colon = name.find(':');
    const std::string host = device_key(name.substr(0, colon));
    const std::string_view rdma_device
        = colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
    std::vector<PortId> found;
    for (const IbHostPort& port : fabric.ib_host_ports) {
        const Subnet& subnet = *fabric.devices[port.port.device].subnet;
        const IbPort& seen = subnet.ports[port.port.port];
        const IbNode& node = subnet.nodes[seen.node];
        const bool is_host = device_key(port.host_name) == host && !host.empty()
            && (rdma_device.empty() || equal_ignoring_case(port.rdma_device, rdma_device));
        if (is_host || equal_ignoring_case(node.description, name) || guid_text(seen.guid) == name
            || guid_text(node.guid) == name)
            found.push_back(port.port);
    }
    return found;
}

}
