// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/member_places.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::pfc014 {
namespace {

constexpr std::string_view priority_four = R"({
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "4", "pfcwd_sw_enable": "4"},
                  "Ethernet4": {"pfc_enable": "4", "pfcwd_sw_enable": "4"}},
 "DSCP_TO_TC_MAP": {"AZURE": {"26": "4"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"3": "0", "4": "4"}},
 "QUEUE": {"Ethernet0|3": {"wred_profile": null}, "Ethernet4|3": {"wred_profile": null},
           "Ethernet0|4": {"wred_profile": "AZURE_LOSSLESS"}, "Ethernet4|4": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_PG": {"Ethernet0|3": null, "Ethernet4|3": null,
               "Ethernet0|4": {"profile": "pg_lossless_100000_5m_profile"},
               "Ethernet4|4": {"profile": "pg_lossless_100000_40m_profile"}},
 "BUFFER_QUEUE": {"Ethernet0|3": null, "Ethernet4|3": null, "Ethernet0|4-7": null, "Ethernet4|4-7": null,
               "Ethernet0|4": {"profile": "egress_lossless_profile"},
               "Ethernet4|4": {"profile": "egress_lossless_profile"},
               "Ethernet0|5-7": {"profile": "egress_lossy_profile"},
               "Ethernet4|5-7": {"profile": "egress_lossy_profile"}}})";

constexpr Example examples[] = {
    {.title = "One leaf carries RDMA in priority 4, the other devices in priority 3",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}, {"sonic", "leaf3", priority_four}}},
        .policy = "version: 1\n",
        .flagged = R"("pfc_enable": "4")",
        .flagged_device = "leaf3"},
    {.title = "Two leaves disagree, and neither is in the majority",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", priority_four}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\"}\n",
        .policy = "version: 1\n",
        .flagged = R"("pfc_enable": "4")",
        .flagged_device = "leaf2"},
    {.title = "One leaf's lossless class has another pfc-priority",
        .files = {{{"junos", "leaf1", ""},
            {"junos", "leaf2", ""},
            {"junos", "leaf3", R"(-        class NO-LOSS queue-num 3 no-loss pfc-priority 3;
+        class NO-LOSS queue-num 3 no-loss pfc-priority 4;
-                    code-point 011 {
+                    code-point 100 {
)"}}},
        .policy = "version: 1\n",
        .flagged = "code-point 011010 {",
        .flagged_device = "leaf3"},
    {.title = "All lossless classes have one pfc-priority",
        .files = {{{"junos", "leaf1", ""}, {"junos", "leaf2", ""}}},
        .policy = "version: 1\n"},
    {.title = "All leaves carry RDMA in priority 3",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}}},
        .policy = "version: 1\n"},
};

// The ports of one device that carry a class losslessly in a priority other than the rest of the fabric's.
struct Deviation {
    const RdmaClass* rdma_class = nullptr;
    PrioritySet carried;
    std::vector<std::uint32_t> ports;
    bool meets_the_others = false; ///< a cable leads to a port that pauses the class's proper priority
};

void look_at_port(const FabricContext& context, PortId id, Deviation& deviation)
{
    const Device& device = context.fabric.device(id);
    const Port& port = context.fabric.port(id);
    const Priority priority = deviation.rdma_class->priority;
    if (port.kind != PortKind::physical || !context.analysis.is_roce(id) || !port.pfc_tx.known()
        || port.pfc_tx.value.empty() || port.pfc_tx.value.has(priority)
        || !context.analysis.required_priorities(id).has(priority))
        return;
    const PrioritySet carried = displaced_to(context.classes, device, port, priority);
    if (carried.empty())
        return;
    deviation.carried = deviation.carried | carried;
    deviation.ports.push_back(id.port);
    const auto peer = context.fabric.peer(id);
    if (peer && context.fabric.port(*peer).pfc_tx.known()
        && context.fabric.port(*peer).pfc_tx.value.has(priority))
        deviation.meets_the_others = true;
}

void report_deviation(FabricContext& context, std::uint32_t index, const Deviation& deviation)
{
    const Device& device = context.fabric.devices[index];
    const Port& first = device.ports[deviation.ports.front()];
    const Priority priority = deviation.rdma_class->priority;
    // Islands that are not connected may differ, and packets may change their priority along a path by design
    // (Tagger, CoNEXT 2017): only a cable whose ends disagree proves the fault.
    Diagnosis diagnosis{.severity = deviation.meets_the_others ? Severity::error : Severity::warning,
        .at = place_of(device, first.pfc_tx, deviation.carried, &first),
        .message
        = fmt::format("{} carries RDMA (DSCP {}) in priority {}, the rest of the fabric in priority {}{}",
            device.name,
            to_string(deviation.rdma_class->dscps),
            to_string(deviation.carried),
            priority,
            deviation.meets_the_others ? ": neighbours do not understand each other's pause" : ""),
        .fix = fmt::format("Use priority {} for DSCP {} on {}: its map and its PFC set.",
            priority,
            to_string(deviation.rdma_class->dscps),
            device.name)};
    for (const std::uint32_t port : deviation.ports) {
        diagnosis.blame({index, port}, Property::pfc, priority);
        if (port != deviation.ports.front())
            diagnosis.also_on.push_back({index, port});
    }
    if (deviation.rdma_class->at.somewhere())
        diagnosis.show(deviation.rdma_class->at, fmt::format("priority {} is used here", priority));
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const auto ports = static_cast<std::uint32_t>(context.fabric.devices[index].ports.size());
        for (const RdmaClass& rdma_class : context.classes.classes) {
            if (rdma_class.dscps.empty())
                continue;
            Deviation deviation;
            deviation.rdma_class = &rdma_class;
            for (std::uint32_t port = 0; port < ports; ++port)
                look_at_port(context, {index, port}, deviation);
            if (!deviation.ports.empty())
                report_deviation(context, index, deviation);
        }
    }
}

}

extern const Rule rule = {
    .code = "PFC014",
    .name = "split-rdma-priority",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where no cable joins the two islands"}}},
    .scope = Scope::fabric,
    .summary = "RDMA traffic is not in one and the same lossless priority across the fabric.",
    .why = "A PFC frame names a priority and nothing else. A switch that pauses priority 4 stops what "
           "its neighbour sends in priority 4; if RDMA travels in priority 3 over there, the pause stops "
           "the wrong traffic and RDMA is lost.",
    .source = "IEEE 802.1Q-2022 clause 36 (the PFC frame carries a priority enable vector); Zhu et al., "
              "Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Move the class on the deviating device to the fabric's priority: "
           "classification, PFC, buffers and watchdog.",
    .check_fabric = check,
};

}
