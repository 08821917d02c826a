// SPDX-License-Identifier: Apache-2.0
#include "workspace/fleet/intent_fabric.h"

#include <utility>

namespace rocelint::workspace {
namespace {

Device bare_device(const IntentDevice& intent)
{
    Device device;
    device.name = intent.name;
    device.name_is_configured = true;
    device.kind = intent.is_host() || intent.nic.given() ? DeviceKind::host : DeviceKind::network_switch;
    for (const IntentPort& port : intent.ports) {
        Port& made = device.ports.emplace_back();
        made.name = device.arena->keep(port.name);
    }
    return device;
}

TopologyDevice planned_device(const IntentDevice& intent)
{
    TopologyDevice made{.name = intent.name,
        .role = intent.role.value,
        .asic = {},
        .file = {},
        .plane = intent.plane.value,
        .rail = {},
        .at = {}};
    if (intent.rail.given())
        made.rail = intent.rail.value;
    return made;
}

TopologyLink planned_link(const FabricIntent& intent, const IntentLink& link)
{
    TopologyLink made{.a_device = intent.devices[link.a.device].name,
        .a_port = intent.port(link.a).name,
        .b_device = intent.devices[link.b.device].name,
        .b_port = intent.port(link.b).name,
        .cable = {},
        .speed = {},
        .at = {}};
    // Reading an intent gives both ports the speed of their cable.
    if (intent.port(link.a).speed.value.count != 0)
        made.speed = intent.port(link.a).speed.value;
    return made;
}

}

Fabric intent_fabric(const FabricIntent& intent)
{
    std::vector<Device> devices;
    Topology topology;
    topology.path = "fabric.yaml";
    for (const IntentDevice& device : intent.devices) {
        devices.push_back(bare_device(device));
        topology.devices.push_back(planned_device(device));
    }
    for (const IntentLink& cable : intent.links)
        topology.links.push_back(planned_link(intent, cable));
    return link(std::move(devices), {}, std::move(topology));
}

}
