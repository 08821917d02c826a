// SPDX-License-Identifier: Apache-2.0
// Policy-maps of type qos that are applied to VLANs or their interfaces. Which VLANs a switched port is in is not read.
#include "drivers/nxos/config.h"
#include "models/fabric/vlan_policy.h"

namespace rocelint::nxos {

void resolve_vlan_policies(Config& config)
{
    const auto count = static_cast<std::uint32_t>(config.device.ports.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const Fact* line = config.device.ports[index].kind == PortKind::vlan
            ? config.find(config.ports[index].place, LineKind::service_qos)
            : nullptr;
        if (line != nullptr && line->sense != Sense::clear)
            config.vlan_policies.push_back(line);
    }
    for (const Fact* line : config.vlan_policies) {
        const Block* policy
            = line->sense == Sense::set ? config.blocks.find(LineKind::classifier, line->text) : nullptr;
        std::vector<Meter> meters;
        if (policy != nullptr) {
            meters = meters_of_policy(config, *policy);
        } else {
            static_cast<void>(config.lost("policy-map type qos", *line));
            meters.push_back({.dscps = DscpSet::all(), .at = line->at});
        }
        for (Meter& meter : meters) {
            meter.effect = MeterEffect::unknown;
            meter.why_unknown = vlan_may_police;
            config.vlan_meters.push_back(meter);
        }
    }
}

// A policy of a VLAN counts on its ports that have no policy of their own (Cisco Nexus 9000 Series NX-OS Quality of Service
// Configuration Guide, Release 7.x, Using Modular QoS CLI, Attaching and Detaching a QoS Policy Action), and goes before that of
// the system (Cisco Nexus 5500 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Configuring QoS on VLANs).
void withhold_classes_of_vlans(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Stated own = config.find_of(index, LineKind::service_qos);
    if (config.vlan_policies.empty() || port.routed.is(true) || (own && !own.is(Sense::clear)))
        return;
    port.ingress_policy = Setting<Ref>::unread(config.unread(vlan_may_classify));
    if (port.lag == Port::no_index)
        bind_meters(config.device, index, config.vlan_meters);
}

}
