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

void withhold_output(Device& device, std::uint32_t port, Span at)
{
    device.ports[port].tc_to_dscp = Setting<Ref>::unread(device.origins.unread(output_may_mark));
    const Meter meter{.dscps = DscpSet::all(), .why_unknown = output_may_mark, .at = at};
    bind_meters(device, port, {&meter, 1});
}

void take_policy_of_subinterface(
    Device& device, std::uint32_t subinterface, bool classifies, std::span<const Meter> meters)
{
    const std::uint32_t parent = device.ports[subinterface].parent;
    if (parent >= device.ports.size())
        return;
    for (std::uint32_t index = 0; index < device.ports.size() && classifies; ++index) {
        if (index == parent || device.ports[index].lag == parent)
            device.ports[index].ingress_policy
                = Setting<Ref>::unread(device.origins.unread(subinterface_may_classify));
    }
    for (Meter meter : meters) {
        meter.effect = MeterEffect::unknown;
        meter.why_unknown = subinterface_may_police;
        bind_meters(device, parent, {&meter, 1});
    }
}

void take_unread_policy_of_subinterface(Device& device, std::uint32_t subinterface, Span at)
{
    const Meter unread{.dscps = DscpSet::all(), .at = at};
    take_policy_of_subinterface(device, subinterface, true, {&unread, 1});
}

const PortVlans& VlanPolicyScope::of(const Device& device, std::uint32_t port) const
{
    static const PortVlans not_read;
    const std::uint32_t lag = device.ports[port].lag;
    const std::uint32_t index = lag == Port::no_index ? port : lag;
    return index < members_.size() ? members_[index] : not_read;
}

bool VlanPolicyScope::may_concern(const Device& device, std::uint32_t port, const VlanIds& vlans) const
{
    const PortVlans& own = of(device, port);
    return may_be_in_vlan(device.ports[port]) && (!own.known || (own.ids & vlans).any());
}

bool VlanPolicyScope::covers(const Device& device, std::uint32_t port, const VlanIds& vlans) const
{
    const PortVlans& own = of(device, port);
    return device.ports[port].routed.is(false) && own.known && own.ids.any() && (own.ids & ~vlans).none();
}

std::string_view VlanPolicyScope::why_class_open(const Device& device, std::uint32_t port) const
{
    return of(device, port).known ? vlan_of_port_may_classify : vlan_may_classify;
}

std::string_view VlanPolicyScope::why_meter_open(const Device& device, std::uint32_t port) const
{
    return of(device, port).known ? vlan_of_port_may_police : vlan_may_police;
}

void VlanPolicyScope::withhold_classes(Device& device, const VlanIds& vlans) const
{
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Setting<Ref>& policy = device.ports[index].ingress_policy;
        const bool withheld = !policy.peek_known() && policy.origin != OriginId{};
        if (!withheld && may_concern(device, index, vlans))
            device.ports[index].ingress_policy
                = Setting<Ref>::unread(device.origins.unread(why_class_open(device, index)));
    }
}

void VlanPolicyScope::bind_meters(Device& device, const VlanIds& vlans, std::span<const Meter> meters) const
{
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        if (!may_concern(device, index, vlans) || device.ports[index].lag != Port::no_index)
            continue;
        for (Meter meter : meters) {
            meter.effect = MeterEffect::unknown;
            meter.why_unknown = why_meter_open(device, index);
            rocelint::bind_meters(device, index, {&meter, 1});
        }
    }
}

void VlanPolicyScope::take_policy_of_interface(
    Device& device, std::uint32_t vlan_interface, bool classifies) const
{
    VlanIds vlans = vlan_of_interface(device.ports[vlan_interface].name);
    if (vlans.none())
        vlans.set();
    take_policy_of_interface(device, vlan_interface, vlans, classifies);
}

void VlanPolicyScope::take_policy_of_interface(
    Device& device, std::uint32_t vlan_interface, const VlanIds& vlans, bool classifies) const
{
    if (classifies)
        withhold_classes(device, vlans);
    // A range of a short line makes thousands of VLAN interfaces. Beyond this, the meters of one may count for every switched port.
    constexpr std::size_t most_pairs = 200'000;
    const std::size_t before = device.outside_vlans.size();
    if (before + device.ports.size() > most_pairs)
        return;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        if (may_be_in_vlan(device.ports[index]) && !may_concern(device, index, vlans))
            device.outside_vlans.push_back({vlan_interface, index});
    }
    const bool ascends = before == 0 || before == device.outside_vlans.size()
        || device.outside_vlans[before - 1] < device.outside_vlans[before];
    if (!ascends)
        std::ranges::sort(device.outside_vlans);
}

}
