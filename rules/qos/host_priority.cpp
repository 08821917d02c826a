// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos008 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC's own map takes DSCP 26 out of the priority that it pauses",
        .files = {{{"linux-host", "host1", R"(-	prio:1 dscp:15,14,13,12,11,10,09,08,
+	prio:1 dscp:26,15,14,13,12,11,10,09,08,
-	prio:3 dscp:31,30,29,28,27,26,25,24,
+	prio:3 dscp:31,30,29,28,27,25,24,
)"}}},
        .flagged = "prio:1 dscp:26"},
    {.title = "DSCP 26 is in the priority that the NIC pauses", .files = {{{"linux-host", "host1", ""}}}},
};

// The marks that the NIC sets on its packets, otherwise those that the fabric expects. Where a policy states the classes, a
// mark of none of them is the fault, which NIC008 reports at its place.
DscpSet marked(const Nic& nic, const ClassModel& classes)
{
    DscpSet set;
    const Setting<std::uint8_t>& tos = nic.forces_class() ? nic.traffic_class : nic.cm_tos;
    const auto dscp = static_cast<Dscp>(tos.value >> 2);
    if (tos.known() && tos.value != 0 && (classes.assumed || classes.dscps().has(dscp)))
        set.insert(dscp);
    return set.empty() ? classes.dscps() : set;
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    const Port& port = context.port();
    // Without DSCP trust, or without any PFC, there is another fault (NIC001, NIC002).
    if (!context.on_host() || !context.is_roce() || nic == nullptr || port.kind != PortKind::physical
        || !port.trust.is(Trust::dscp) || !port.pfc_tx.known() || port.pfc_tx.value.empty())
        return;
    const PrioritySet required = context.required();
    if ((required & port.pfc_tx.value).empty())
        return;
    for (const Dscp dscp : marked(*nic, context.classes)) {
        const Setting<std::uint8_t> priority = classify_dscp(context.device(), port, dscp).tc;
        if (context.need(context.id, priority, "the priority of the NIC's DSCP") == nullptr
            || port.pfc_tx.value.has(priority.value))
            continue;
        // Without a configured map the NIC's own map applies: then the PFC line is the one that is wrong.
        const bool map_is_written = context.device().origins.look_up(priority.origin).at.somewhere();
        Diagnosis diagnosis{.at = context.place(map_is_written ? priority.origin : port.pfc_tx.origin),
            .message
            = fmt::format("{} sends RDMA with DSCP {} in its priority {}, but obeys and sends pause on "
                          "priority {} only: the NIC neither stops for congestion nor protects its own "
                          "buffer",
                context.port_label(context.id),
                dscp,
                priority.value,
                to_string(port.pfc_tx.value)),
            .subjects
            = {context.subject(Property::dscp_map, dscp), context.subject(Property::rdma_marking, dscp)},
            .fix = fmt::format(
                "Map DSCP {} to priority {} on {}.", dscp, to_string(port.pfc_tx.value), port.name)};
        if (map_is_written)
            diagnosis.show(context.place(port.pfc_tx.origin), "the priorities with PFC");
        show_class(context.device(), port, dscp, diagnosis);
        if ((required & port.pfc_tx.value).size() == 1)
            diagnosis.changes.push_back(context.change(Property::dscp_map,
                MapEntry{MapKind::dscp_to_tc, dscp, (required & port.pfc_tx.value).first()}));
        context.report(std::move(diagnosis));
        return;
    }
}

}

extern const Rule rule = {
    .code = "QOS008",
    .name = "host-dscp-outside-pfc",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "A NIC's own map puts its RDMA packets into a priority without PFC.",
    .why = "The NIC sorts packets into priorities by its own DSCP map, as the switch does by "
           "its own. If the map and the PFC mask of one NIC disagree, pause for the RDMA class "
           "stops a queue that RDMA is not in.",
    .source = "NVIDIA doroce-linux doRoCE.sh (DSCP, priority and PFC mask are derived from one type of "
              "service); IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Map the DSCP to the priority with PFC (mlnx_qos --dscp2prio).",
    .check_port = check,
};

}
