// SPDX-License-Identifier: Apache-2.0
// A Link needs both of its devices, but the names of a device's neighbors are known even if those were not
// read.
#include "workspace/input/cabled_names.h"

#include "models/fabric/link/name_index.h"

namespace rocelint::workspace {

std::set<std::string> cabled_names(const Fabric& fabric, std::uint32_t device)
{
    const std::string own = device_key(fabric.devices[device].name);
    std::set<std::string> names;
    for (const TopologyLink& link : fabric.topology.links) {
        const std::string a = device_key(link.a_device);
        const std::string b = device_key(link.b_device);
        if (a == own)
            names.insert(b);
        if (b == own)
            names.insert(a);
    }
    for (const Neighbour& neighbour : fabric.devices[device].neighbours)
        names.insert(device_key(neighbour.device));
    names.erase(own);
    return names;
}

}
