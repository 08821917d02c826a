// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
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
    {.title = "The switch-wide map and the map of the ports put the code point into different classes",
        .files
        = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "26": "0"}, "TUNNEL": {"3": "1"}},
 "PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "TUNNEL"}}})"}}},
        .policy = class_of_dscp_3,
        .flagged = R"("3": "1")"},
    {.title = "The tunnel has a map of its own, which puts the code point into another class",
        .files
        = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "26": "0"}, "TUNNEL": {"3": "1"}},
 "PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}},
 "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "AZURE"}},
 "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "TUNNEL"}}})"}}},
        .policy = class_of_dscp_3,
        .flagged = R"("3": "1")"},
    {.title = "The top three bits of DSCP 26 are the number of its class",
        .files = {{{"sonic", "leaf1", R"({"PEER_SWITCH": {"leaf2": {"address_ipv4": "10.1.0.33"}}})"}}}},
};

void report_class(
    DeviceContext& context, const ClassMap& map, const Port& port, const RdmaClass& rdma_class, Dscp dscp)
{
    const Device& device = context.device();
    const Setting<std::uint8_t> on_port = classify_dscp(device, port, dscp).tc;
    const std::uint8_t from_tunnel = map.at_point(dscp);
    if (from_tunnel == ClassMap::unmapped || !on_port.peek_known() || on_port.value == from_tunnel)
        return;
    // Some chips remap by classes of the tunnel's own, which lead to the same queue.
    if (device.tunnel_remap) {
        const Setting<std::uint8_t> own = queue_of_tc(device, port, on_port.value);
        const Setting<std::uint8_t> other = queue_of_tc(device, port, from_tunnel);
        if (own.peek_known() && other.peek_known() && own.value == other.value)
            return;
    }
    // A default has no line: the line of the tunnel stands for it.
    const Span line = device.origins.span(map.origin[dscp]);
    const bool is_default = !line.somewhere();
    context.report({.at = is_default ? device.place(device.forwarding.tunnel_peer.origin, nullptr) : line,
        .message = fmt::format(
            "{} puts RDMA packets with DSCP {} that its tunnel from {} delivers into traffic class {}, and into "
            "class {} on {}{}",
            device.name,
            dscp,
            device.forwarding.tunnel_peer.value,
            from_tunnel,
            on_port.value,
            port.name,
            map.name.empty() ? ": no DSCP map is named for the whole switch" : ""),
        .subjects = {context.subject(Property::dscp_map, dscp)},
        .related = {{device.origins.span(on_port.origin), "the class on the ports"},
            {rdma_class.at, rdma_class.evidence.empty() ? "the RDMA class" : rdma_class.evidence}},
        .fix = map.name.empty()
            ? "Name the DSCP map of the ports for the whole switch as well."
            : fmt::format("Let the map {} give DSCP {} the class of the ports.", map.name, dscp)});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const Setting<Ref>& named = device.forwarding.tunnel_map;
    if (named.origin == OriginId{})
        return;
    const ClassMap* map = target_of(device.maps, named);
    for (const RdmaClass& rdma_class : context.classes.classes) {
        for (std::uint32_t index = 0; map != nullptr && index < device.ports.size(); ++index) {
            const PortId id{context.index, index};
            if (device.ports[index].kind != PortKind::physical || !context.analysis.is_roce(id)
                || !context.analysis.carried_classes(id).has(rdma_class.priority))
                continue;
            for (const Dscp dscp : rdma_class.dscps)
                report_class(context, *map, device.ports[index], rdma_class, dscp);
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
    .summary = "RDMA packets from the tunnel of a dual-ToR pair get a different traffic class from those "
               "that arrive at ports.",
    .why
    = "While the link to a host is down or standby, its packets arrive from the other switch of the pair through an "
      "IP-in-IP tunnel. The maps of the ports do not classify what leaves a tunnel: the switch-wide map does, and "
      "without one the chip takes the top three bits of the DSCP as the traffic class. RDMA packets then share a "
      "lossy queue, and are dropped, just when a failover has doubled the load.",
    .source
    = "sonic-swss pull request 2046 (the switch-wide map classifies packets from tunnels; otherwise the class is "
      "DSCP / 8); sonic-buildimage pull request 11087 (PORT_QOS_MAP|global); SONiC doc/qos/tunnel_dscp_remapping.md "
      "(decap_dscp_to_tc_map overrides the map of the port); sonic-mgmt tests/qos/tunnel_qos_remap_base.py (it is read by "
      "the inner DSCP)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bind the DSCP map of the ports to the whole switch as well (SONiC: PORT_QOS_MAP|global).",
    .check_device = check,
};

}
