// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/vlan_policy.h"

#include "models/fabric/device.h"

#include <algorithm>

namespace rocelint {
namespace {

// Packets of a VLAN may enter by it.
bool may_be_in_vlan(const Port& port)
{
    return (port.kind == PortKind::physical || port.kind == PortKind::lag) && !port.routed.is(true);
}

// Whether packets of RoCE may be in the class: not in one of TCP, for example.
bool may_take_roce(const PolicyClass& entry)
{
    return entry.matches_everything || entry.matches_other || !entry.dscps.empty() || !entry.pcps.empty();
}

}

bool may_classify(const Device& device, const Setting<Ref>& policy)
{
    if (!policy.peek_known())
        return policy.origin != OriginId{};
    if (policy.value.none() || policy.value.index >= device.policies.size())
        return false;
    return std::ranges::any_of(device.policies[policy.value.index].classes, [](const PolicyClass& entry) {
        return may_take_roce(entry)
            && (entry.set_tc.origin != OriginId{} || entry.set_dscp.origin != OriginId{});
    });
}

void withhold_classes_of_vlans(Device& device)
{
    const OriginId why = device.origins.unread(vlan_may_classify);
    for (Port& port : device.ports) {
        if (may_be_in_vlan(port))
            port.ingress_policy = Setting<Ref>::unread(why);
    }
}

void withhold_output(Device& device, std::uint32_t port, Span at)
{
    device.ports[port].tc_to_dscp = Setting<Ref>::unread(device.origins.unread(output_may_mark));
    const Meter meter{.dscps = DscpSet::all(), .why_unknown = output_may_mark, .at = at};
    bind_meters(device, port, {&meter, 1});
}

void bind_meters_of_vlan(Device& device, std::span<const Meter> meters)
{
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        if (!may_be_in_vlan(port) || port.lag != Port::no_index)
            continue;
        for (Meter meter : meters) {
            meter.effect = MeterEffect::unknown;
            meter.why_unknown = vlan_may_police;
            bind_meters(device, index, {&meter, 1});
        }
    }
}

}
