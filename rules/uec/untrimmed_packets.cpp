// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "rules/rule.h"
#include "rules/uec/trimming_queues.h"

#include <fmt/format.h>

namespace rocelint::rules::uec003 {
namespace {

constexpr Example examples[] = {
    {.title = "Each port gives trimmed packets a DSCP by its own map, and no port has one",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "from-tc", "tc_value": "6", "queue_index": "6"}}})"}}},
        .flagged = R"("tc_value": "6")"},
    {.title = "All trimmed packets get one DSCP",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "6"}}})"}}}},
    {.title = "Trimmed packets are marked at the level of ports, and no port has a remark profile",
        .files = {{{"nvue", "leaf1", R"(+nv set system forwarding packet-trim state enabled
+nv set system forwarding packet-trim remark dscp port-level
+nv set system forwarding packet-trim switch-priority 6
+nv set interface swp1-2 packet-trim egress-eligibility traffic-class 0
)"}}},
        .flagged = "packet-trim switch-priority 6"},
    {.title = "A switch that trims packets ends VXLAN tunnels, whose packets it drops instead",
        .files = {{{"nvue", "leaf1", R"(+nv set nve vxlan enable on
+nv set system forwarding packet-trim state enabled
+nv set system forwarding packet-trim remark dscp 20
+nv set system forwarding packet-trim switch-priority 6
+nv set interface swp1-2 packet-trim egress-eligibility traffic-class 0
)"}}},
        .flagged = "nve vxlan enable on"},
    {.title = "All trimmed packets get one DSCP, without tunnels",
        .files = {{{"nvue", "leaf1", R"(+nv set system forwarding packet-trim state enabled
+nv set system forwarding packet-trim remark dscp 20
+nv set system forwarding packet-trim switch-priority 6
+nv set interface swp1-2 packet-trim egress-eligibility traffic-class 0
)"}}}},
};

bool is_judged(const FabricContext& context, PortId id)
{
    const Port& port = context.fabric.port(id);
    return port.kind == PortKind::physical && port.queues_visible && context.analysis.is_roce(id);
}

// Whether the port is known to write no DSCP for the class that stands for trimmed packets.
bool writes_none(const Device& device, const Port& port)
{
    if (!port.tc_to_dscp.known())
        return false;
    const ClassMap* rewrite = target_of(device.maps, port.tc_to_dscp);
    return rewrite == nullptr || rewrite->at_point(device.trimming.tc.value) == ClassMap::unmapped;
}

// Without a DSCP for the whole device, each port takes that of a class from its own rewrite map.
void check_marks(FabricContext& context, std::uint32_t index)
{
    const Device& device = context.fabric.devices[index];
    const Trimming& trimming = device.trimming;
    if (trimming.dscp.known() || trimming.dscp.origin != OriginId{} || !trimming.tc.known())
        return;
    std::optional<Diagnosis> diagnosis;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        const PortId id{index, port};
        if (!is_judged(context, id) || !writes_none(device, device.ports[port]))
            continue;
        if (diagnosis) {
            diagnosis->also_on.push_back(id);
            continue;
        }
        diagnosis = Diagnosis{.at = device.place(trimming.tc.origin, &device.ports[port]),
            .message = fmt::format(
                "{} gives trimmed packets the DSCP that each port writes for class {}, but {} writes none for it: "
                "receivers and the next switches cannot distinguish them from whole packets",
                device.name,
                trimming.tc.value,
                context.port_label(id)),
            .subjects = {{{index, Port::no_index}, Property::trimming}},
            .fix = fmt::format(
                "Give the ports a map that writes a DSCP for class {}, or state one DSCP for the whole switch.",
                trimming.tc.value)};
    }
    if (diagnosis)
        context.report(std::move(*diagnosis));
}

void check_tunnels(FabricContext& context, std::uint32_t index)
{
    const Device& device = context.fabric.devices[index];
    const Setting<bool>& spares = device.trimming.spares_tunnels;
    if (spares.origin == OriginId{} || !spares.is(true))
        return;
    context.report({.severity = Severity::info,
        .at = device.place(spares.origin),
        .message = fmt::format(
            "{} trims packets and ends VXLAN tunnels: if RDMA crosses them, which is assumed, its packets are dropped "
            "instead of trimmed, and receivers learn of the loss by a timeout",
            device.name),
        .subjects = {{{index, Port::no_index}, Property::trimming, 1}},
        .fix = "Carry the traffic that should be trimmed outside of VXLAN."});
}

void check(FabricContext& context)
{
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind != DeviceKind::network_switch || !may_trim(device))
            continue;
        check_marks(context, index);
        check_tunnels(context, index);
    }
}

}

extern const Rule rule = {
    .code = "UEC003",
    .name = "trimming-without-effect",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "for tunnels, since no file says which traffic crosses them"}}},
    .scope = Scope::fabric,
    .summary = "A switch trims packets, but not those of its tunnels, or without a mark for trimmed ones.",
    .why
    = "Trimming replaces a loss by a notice. The notice works only if the receiver and all switches on the path know it "
      "by its DSCP. A switch that takes this DSCP from each port's rewrite map leaves trimmed packets as they were "
      "where a port has no such map. Packets in VXLAN are not trimmed at all.",
    .source
    = "NVIDIA Cumulus Linux 5.14, Packet Trimming (port level packet trimming needs a map from switch priority to "
      "DSCP; VXLAN packets are not supported); SAI packet trimming proposal 1.16 (the DSCP of a class comes from the "
      "map of the egress port)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give trimmed packets a DSCP on every port, and keep RDMA that should be trimmed out of "
           "tunnels.",
    // Where trimmed packets have no class of their own either, UEC002 reports it.
    .yields = true,
    .check_fabric = check,
};

}
