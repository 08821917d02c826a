// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_marks.h"
#include "analysis/facts/memory/group_mismatch.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::qos007 {
namespace {

constexpr Example examples[] = {
    {.title = "One of three hosts marks with DSCP 24, which the leaf treats as best effort",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
+Global tclass=98
-106
+98
)"},
            {"sonic", "leaf1", ""},
            {"linux-host", "host2", ""},
            {"linux-host", "host3", ""}}},
        .topology = "links:\n"
                    "  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
                    "  - {a: \"leaf1:Ethernet4\", b: \"host2:ens1f0np0\"}\n",
        .policy = "version: 1\n",
        .flagged = "Global tclass=98"},
    {.title = "All hosts mark with the DSCP that the leaf treats as lossless",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", ""}, {"linux-host", "host2", ""}}},
        .topology = "links:\n"
                    "  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
                    "  - {a: \"leaf1:Ethernet4\", b: \"host2:ens1f0np0\"}\n",
        .policy = "version: 1\n"},
};

// The setting that makes a NIC mark packets with a DSCP.
struct Mark {
    Dscp dscp;
    OriginId origin;
};

std::optional<Mark> mark_of(const Nic& nic)
{
    const Setting<std::uint8_t>& tos = nic.forces_class() ? nic.traffic_class : nic.cm_tos;
    if (!tos.known() || tos.value == 0)
        return std::nullopt; // left to NIC008
    return Mark{static_cast<Dscp>(tos.value >> 2), tos.origin};
}

// Whether the port pauses packets with this DSCP; nullopt if its maps do not say.
std::optional<bool> is_lossless(const Device& device, const Port& port, Dscp dscp, Treatment& treatment)
{
    treatment = classify_dscp(device, port, dscp);
    const Setting<std::uint8_t> priority = priority_of(treatment);
    if (!priority.known() || !port.pfc_tx.known())
        return std::nullopt;
    return port.pfc_tx.value.has(priority.value);
}

// The marking is only at fault if the port makes something lossless and classifies by DSCP.
bool is_ready(const Port& port, const Treatment& treatment)
{
    const bool by_dscp = treatment.decided_by != nullptr || port.trust.is(Trust::dscp)
        || port.trust.is(Trust::dscp_else_pcp);
    return by_dscp && port.pfc_tx.known() && !port.pfc_tx.value.empty();
}

// Without PFC, the mark must lead to a queue other than that of unmarked packets, as the class's own mark
// does.
void check_unpaused(FabricContext& context, PortId id, const Mark& mark, PortId peer)
{
    const Device& leaf = context.fabric.device(peer);
    const Port& port = context.fabric.port(peer);
    const DscpSet wanted
        = classes_of_host(context.classes, context.fabric.device(id).role.value_or(Role::unknown)).dscps;
    if (wanted.empty() || wanted.has(mark.dscp))
        return; // left to QOS002
    const Treatment treatment = forward_dscp(leaf, port, mark.dscp);
    const Setting<std::uint8_t> ordinary = forward_dscp(leaf, port, 0).queue;
    if (!treatment.queue.known() || !ordinary.known()) {
        context.not_checked(id, "the switch port's maps are not known");
        return;
    }
    if (treatment.queue.value != ordinary.value)
        return;
    const Device& host = context.fabric.device(id);
    Diagnosis diagnosis{.at = host.place(mark.origin, &context.fabric.port(id)),
        .message = fmt::format(
            "{} marks RDMA with DSCP {}, which {} puts into the queue of unmarked packets: RDMA has "
            "DSCP {} here",
            context.port_label(id),
            mark.dscp,
            context.port_label(peer),
            to_string(wanted)),
        .subjects = {{id, Property::rdma_marking, mark.dscp},
            {{peer.device, Port::no_index}, Property::dscp_map, mark.dscp}},
        .related = {{leaf.place(treatment.tc.origin, &port),
            fmt::format("the class of DSCP {} at the switch", mark.dscp)}},
        .fix = fmt::format("Mark with DSCP {}.", to_string(wanted))};
    if (wanted.size() == 1)
        diagnosis.changes.push_back(
            {.port = id, .property = Property::rdma_marking, .value = type_of_service(wanted)});
    context.report(std::move(diagnosis));
}

void check_port(FabricContext& context, PortId id, const Nic& nic)
{
    const std::optional<Mark> mark = mark_of(nic);
    const std::optional<PortId> peer = context.fabric.peer(id);
    if (!mark || !context.analysis.is_roce(id))
        return;
    if (!peer || context.fabric.device(*peer).kind != DeviceKind::network_switch) {
        context.not_checked(id, "the switch port at the other end is not known");
        return;
    }
    const Device& leaf = context.fabric.device(*peer);
    const Port& port = context.fabric.port(*peer);
    if (context.analysis.required_priorities(*peer).empty() && !context.classes.classes.empty())
        return check_unpaused(context, id, *mark, *peer);
    Treatment treatment;
    const std::optional<bool> lossless = is_lossless(leaf, port, mark->dscp, treatment);
    if (!lossless) {
        context.not_checked(id, "the switch port's maps or PFC are not known");
        return;
    }
    if (*lossless || !is_ready(port, treatment))
        return;
    // If the priority is right but the port fails to pause it (PFC001) or counts it in another group
    // (QOS006), the marking is not at fault.
    const RdmaClass* rdma_class = context.classes.of_dscp(mark->dscp, leaf.role.value_or(Role::unknown));
    if (rdma_class != nullptr
        && (priority_of(treatment).is(rdma_class->priority)
            || groups_disagree(leaf, port, treatment, rdma_class->priority)))
        return;
    const Device& host = context.fabric.device(id);
    Diagnosis diagnosis{.at = host.place(mark->origin, &context.fabric.port(id)),
        .message = fmt::format(
            "{} marks RDMA with DSCP {}, but {} makes only priority {} lossless and maps that DSCP to "
            "priority {}: these packets are dropped under congestion",
            context.port_label(id),
            mark->dscp,
            context.port_label(*peer),
            to_string(port.pfc_tx.value),
            priority_of(treatment).value),
        .subjects = {{id, Property::rdma_marking, mark->dscp},
            {{peer->device, Port::no_index}, Property::dscp_map, mark->dscp}},
        .related = {{leaf.place(treatment.tc.origin, &port),
            fmt::format("the class of DSCP {} at the switch", mark->dscp)}},
        .fix = fmt::format(
            "Mark with a DSCP that the fabric treats as lossless ({}).", to_string(context.classes.dscps()))};
    if (context.classes.dscps().size() == 1)
        diagnosis.changes.push_back({.port = id,
            .property = Property::rdma_marking,
            .value = type_of_service(context.classes.dscps())});
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const bool any_switch = std::ranges::any_of(context.fabric.devices,
        [](const Device& device) { return device.kind == DeviceKind::network_switch; });
    if (!any_switch)
        return;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind != DeviceKind::host)
            continue;
        for (const Nic& nic : device.nics) {
            if (nic.port < device.ports.size() && device.ports[nic.port].kind == PortKind::physical)
                check_port(context, {index, nic.port}, nic);
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS007",
    .name = "host-dscp-lossy-at-switch",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A host marks RDMA with a DSCP that its switch port does not treat as lossless.",
    .why = "Host and switch agree about losslessness only through the code point in the packet. The type "
           "of service of a NIC is the DSCP shifted by two bits (106 and 104 are both DSCP 26), which is "
           "easy to get wrong by hand; the packets then cross the fabric as best effort.",
    .source
    = "RFC 2474 section 3; NVIDIA doroce-linux doRoCE.sh; NVIDIA/nccl src/transport/net_ib (NCCL_IB_TC)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set the host's type of service to the DSCP of the lossless class times four, plus 2 for ECN.",
    .check_fabric = check,
};

}
