// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <vector>

namespace rocelint::rules::qos010 {
namespace {

constexpr std::string_view rdma_by_pcp = "version: 1\nrdma: {priority: 3, trust: pcp}\n";

constexpr Example examples[] = {
    {.title = "RDMA is classified by PCP on routed ports, whose packets have no VLAN tag",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   qos trust dscp
+   qos trust cos
@ interface Ethernet2/1
-   qos trust dscp
+   qos trust cos
)"}}},
        .policy = rdma_by_pcp,
        .flagged = "qos trust cos"},
    {.title = "RDMA is classified by DSCP", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The policy of routed ports matches the CoS of packets that have no VLAN tag",
        .files = {{{"nxos", "leaf1", R"(-  match dscp 26
+  match cos 3
-  match dscp 48
+  match cos 6
)"}}},
        .policy = rdma_by_pcp,
        .flagged = "service-policy type qos input FABRIC-IN"},
    {.title = "The policy of routed ports matches the DSCP", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "Routed ports trust the PCP of packets that have no VLAN tag",
        .files = {{{"nvue", "leaf1", R"(+nv set qos mapping default-global trust l2
)"}}},
        .policy = rdma_by_pcp,
        .flagged = "trust l2"},
    {.title = "Routed ports trust the DSCP", .files = {{{"nvue", "leaf1", ""}}}},
};

// The first class that the port carries and recognises by a PCP that its packets do not have.
const RdmaClass* class_without_pcp(const DeviceContext& context, std::uint32_t index)
{
    const Device& device = context.device();
    const Port& port = device.ports[index];
    const PortId id{context.index, index};
    if (port.kind != PortKind::physical || !context.analysis.is_roce(id))
        return nullptr;
    const PrioritySet carried = context.analysis.carried_classes(id);
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (rdma_class.trust == Trust::pcp && carried.has(rdma_class.priority) && port.tagged.is(false)
            && port.trust.is(Trust::pcp)
            && classify_pcp(device, port, rdma_class.priority).decided_by == nullptr)
            return &rdma_class;
    }
    return nullptr;
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    std::vector<PortId> ports;
    const RdmaClass* first_class = nullptr;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const RdmaClass* rdma_class = class_without_pcp(context, index);
        if (rdma_class == nullptr)
            continue;
        first_class = first_class == nullptr ? rdma_class : first_class;
        ports.push_back({context.index, index});
    }
    if (ports.empty())
        return;
    const Port& first = context.fabric.port(ports.front());
    Diagnosis diagnosis{.at = device.place(first.trust.origin, &first),
        .message = fmt::format(
            "{} recognises RDMA of {} by its PCP, but packets on a routed port have no VLAN tag and so no PCP: all of "
            "them fall into the default class and are dropped under congestion",
            context.port_label(ports.front()),
            first_class->label()),
        .related
        = {{first_class->at, first_class->evidence.empty() ? "the RDMA class" : first_class->evidence}},
        .fix = "Mark RDMA by DSCP and classify by it, or carry it in a tagged VLAN."};
    for (const PortId port : ports)
        diagnosis.blame(port, Property::trust);
    diagnosis.also_on.assign(ports.begin() + 1, ports.end());
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "QOS010",
    .name = "pcp-without-tag",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .scope = Scope::device,
    .summary = "RDMA is classified by PCP on ports whose packets have no VLAN tag.",
    .why
    = "The PCP is a field of the VLAN tag. A packet on a routed port, or in the native VLAN, has no tag, so that "
      "whatever priority its sender meant is gone: the port puts it into its default class, without PFC and ECN. "
      "RoCEv2 is IP, and its DSCP passes every router.",
    .source
    = "IEEE 802.1Q-2022 clauses 6.9 and 9.6 (the PCP is part of the tag; untagged frames get the port's default "
      "priority); Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Configuring "
      "Classification (CoS is matched in packets with a VLAN tag)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Mark RDMA by DSCP on the hosts and trust DSCP on all switches.",
    .check_device = check,
};

}
