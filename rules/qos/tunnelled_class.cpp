// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos019 {
namespace {

constexpr std::string_view class_of_dscp_3
    = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [3]}\ncnp: {priority: 6, dscp: 48}\n";

constexpr Example examples[] = {
    {.title = "A switch of a dual-ToR pair names no DSCP map for packets from the tunnel",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "26": "0"}},
 "PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}}})"}}},
        .policy = class_of_dscp_3,
        .flagged = R"("leaf2": {)"},
    {.title = "The switch-wide map classifies packets from the tunnel",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "26": "0"}},
 "PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}}})"}}},
        .policy = class_of_dscp_3},
    {.title = "The top three bits of DSCP 26 are the number of its class",
        .files = {{{"sonic", "leaf1", R"({"PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}}})"}}}},
};

// The class that a switch gives packets from a tunnel without a map of its own.
std::uint8_t class_without_map(Dscp dscp)
{
    constexpr unsigned low_bits = 3;
    return static_cast<std::uint8_t>(dscp >> low_bits);
}

void report_class(DeviceContext& context, const Port& port, const RdmaClass& rdma_class, Dscp dscp)
{
    const Device& device = context.device();
    const Setting<std::uint8_t> meant = classify_dscp(device, port, dscp).tc;
    if (!meant.known_by_the_way() || meant.value == class_without_map(dscp))
        return;
    Finding& finding = context.report(device.place(device.forwarding.tunnel_peer.origin, nullptr),
        fmt::format(
            "{} names no DSCP map for packets that its tunnel from {} delivers: RDMA packets with DSCP {} get "
            "traffic class {}, the top three bits of their DSCP, and not class {} as on {}",
            device.name,
            device.forwarding.tunnel_peer.value,
            dscp,
            class_without_map(dscp),
            meant.value,
            port.name));
    context.blame(finding, Property::dscp_map, dscp);
    finding.related.push_back({device.origins.span(meant.origin), "the class on the ports", {}});
    finding.related.push_back(
        {rdma_class.at, rdma_class.evidence.empty() ? "the RDMA class" : rdma_class.evidence, {}});
    finding.fix = "Name the DSCP map of the ports for the whole switch as well.";
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (!device.forwarding.tunnel_classified.is(false))
        return;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            const PortId id{context.index, index};
            if (device.ports[index].kind != PortKind::physical || !context.analysis.is_roce(id)
                || !context.analysis.carried_classes(id).has(rdma_class.priority))
                continue;
            for (const Dscp dscp : rdma_class.dscps)
                report_class(context, device.ports[index], rdma_class, dscp);
            break;
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS019",
    .name = "tunnelled-class",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "RDMA packets from the tunnel of a dual-ToR pair get another traffic class than on the ports.",
    .why
    = "While the link to a host is down or standby, its packets arrive from the other switch of the pair through an "
      "IP-in-IP tunnel. The maps of the ports do not classify what leaves a tunnel: the switch-wide map does, and "
      "without one the chip takes the top three bits of the DSCP as the traffic class. RDMA packets then share a "
      "lossy queue, and are dropped, just when a failover has doubled the load.",
    .source
    = "sonic-swss pull request 2046 (the switch-wide map classifies packets from tunnels; otherwise the class is "
      "DSCP / 8); sonic-buildimage pull request 11087 (PORT_QOS_MAP|global); SONiC doc/qos/tunnel_dscp_remapping.md",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bind the DSCP map of the ports to the whole switch as well (SONiC: PORT_QOS_MAP|global).",
    .check_device = check,
};

}
