// SPDX-License-Identifier: Apache-2.0
// Policy-maps of type qos that are applied to VLANs or their interfaces.
#include "drivers/line_cli/read/port_vlans.h"
#include "drivers/nxos/config.h"

#include <algorithm>

namespace rocelint::nxos {
namespace {

// Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide, Release 6.x, Configuring Layer 2 Interfaces: an access port is in
// VLAN 1 by default, and a trunk carries all VLANs.
constexpr line_cli::VlanDefaults vlan_defaults{.access = 1, .add_begins_empty = false};

std::vector<Meter> meters_of(Config& config, const VlanPolicy& applied)
{
    const Fact& line = *applied.line;
    const Block* policy
        = line.sense == Sense::set ? config.blocks.find(LineKind::classifier, line.text) : nullptr;
    if (policy != nullptr)
        return meters_of_policy(config, *policy);
    static_cast<void>(config.lost("policy-map type qos", line));
    return {{.dscps = DscpSet::all(), .at = line.at}};
}

}

void resolve_vlan_policies(Config& config)
{
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const Port& port = config.device.ports[index];
        const Fact* line = port.kind == PortKind::vlan
            ? config.find(config.ports[index].place, LineKind::service_qos)
            : nullptr;
        if (line != nullptr && line->sense != Sense::clear)
            config.vlan_policies.push_back(
                {.line = line, .vlans = vlan_of_interface(port.name), .of_interface = true});
    }
    if (config.vlan_policies.empty())
        return;
    config.vlan_scope = VlanPolicyScope(line_cli::read_port_vlans(config, vlan_defaults));
    for (VlanPolicy& applied : config.vlan_policies) {
        if (applied.vlans.none())
            applied.vlans.set();
        applied.meters = meters_of(config, applied);
    }
}

// A policy of a VLAN counts on its ports that have no policy of their own (Cisco Nexus 9000 Series NX-OS Quality of Service
// Configuration Guide, Release 7.x, Using Modular QoS CLI, Attaching and Detaching a QoS Policy Action), and goes before that of
// the system (Cisco Nexus 5500 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Configuring QoS on VLANs).
const Fact* policy_of_vlan(const Config& config, std::uint32_t index)
{
    const Stated own = config.find_of(index, LineKind::service_qos);
    if (own && !own.is(Sense::clear))
        return nullptr;
    const Fact* found = nullptr;
    for (const VlanPolicy& applied : config.vlan_policies) {
        if (!config.vlan_scope.may_concern(config.device, index, applied.vlans))
            continue;
        const bool whole = !applied.of_interface && applied.line->sense == Sense::set
            && config.vlan_scope.covers(config.device, index, applied.vlans);
        if (!whole || found != nullptr)
            return nullptr;
        found = applied.line;
    }
    return found;
}

void resolve_subinterface_policies(Config& config)
{
    for (std::uint32_t index = 0; index < config.device.ports.size(); ++index) {
        const Fact* line = config.device.ports[index].kind == PortKind::subinterface
            ? config.find(config.ports[index].place, LineKind::service_qos)
            : nullptr;
        if (line == nullptr || line->sense == Sense::clear)
            continue;
        const std::vector<Meter> meters = meters_of(config, {.line = line});
        take_policy_of_subinterface(config.device, index, true, meters);
    }
}

void withhold_classes_of_vlans(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated own = config.find_of(index, LineKind::service_qos);
    if (own && !own.is(Sense::clear))
        return;
    for (const VlanPolicy& applied : config.vlan_policies) {
        if (!config.vlan_scope.may_concern(config.device, index, applied.vlans))
            continue;
        port.ingress_policy
            = Setting<Ref>::unread(config.unread(config.vlan_scope.why_class_open(config.device, index)));
        for (Meter meter : applied.meters) {
            meter.effect = MeterEffect::unknown;
            meter.why_unknown = config.vlan_scope.why_meter_open(config.device, index);
            if (port.lag == Port::no_index)
                bind_meters(config.device, index, {&meter, 1});
        }
    }
}

}
