// SPDX-License-Identifier: Apache-2.0
// Finds cables that contradict the plan although their far end was not collected; linking only sees pairs of
// collected devices.
#include "models/fabric/link/plan_conflicts.h"

#include "models/fabric/link/name_index.h"

#include <fmt/format.h>

#include <map>
#include <unordered_set>

namespace rocelint {
namespace {

struct Planned {
    std::string_view device;
    Span at;
};

// Where each port leads according to the plan.
std::map<PortId, Planned> planned_neighbours(const Fabric& fabric)
{
    std::map<PortId, Planned> planned;
    const SourceId plan = fabric.topology.links.front().at.source;
    for (const Link& link : fabric.links) {
        if (link.source != LinkSource::topology)
            continue;
        planned.try_emplace(link.a, Planned{fabric.device(link.b).name, link.at});
        planned.try_emplace(link.b, Planned{fabric.device(link.a).name, link.at});
    }
    for (const OpenEnd& end : fabric.open_ends) {
        if (end.at.source == plan)
            planned.try_emplace(end.port, Planned{end.neighbour, end.at});
    }
    return planned;
}

// A plan may use other names than the devices do. Only a name in the plan can contradict the plan.
std::unordered_set<std::string> planned_names(const Topology& topology)
{
    std::unordered_set<std::string> names;
    for (const TopologyDevice& device : topology.devices)
        names.insert(device_key(device.name));
    for (const TopologyLink& link : topology.links) {
        names.insert(device_key(link.a_device));
        names.insert(device_key(link.b_device));
    }
    return names;
}

}

void add_plan_conflicts(Fabric& fabric)
{
    if (fabric.topology.links.empty())
        return;
    const DeviceIndex collected(fabric.devices);
    const auto planned = planned_neighbours(fabric);
    const auto names = planned_names(fabric.topology);
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        for (const Neighbour& seen : device.neighbours) {
            const auto plan = planned.find({index, seen.port});
            if (seen.source != Neighbour::Source::lldp || plan == planned.end()
                || device_key(seen.device) == device_key(plan->second.device)
                || !names.contains(device_key(seen.device))
                || (collected.find(seen.device) && collected.find(plan->second.device)))
                continue;
            fabric.cabling_conflicts.push_back({plan->first,
                plan->second.at,
                seen.at,
                fmt::format("{} {} is linked to {} by the topology but to {} by the LLDP capture",
                    device.name,
                    device.ports[seen.port].name,
                    plan->second.device,
                    seen.device),
                {},
                {}});
        }
    }
}

}
