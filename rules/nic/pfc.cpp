// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/member_places.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic002 {
namespace {

constexpr Example examples[] = {
    {.title = "No priority of the NIC has PFC",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
)"}}},
        .flagged = "enabled     0   0   0   0"},
    {.title = "The NIC pauses priority 4 and the fabric priority 3",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   1   0   0   0   
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "enabled     0   0   0   0   1"},
    {.title = "A template pauses priority 4 and the policy states 3",
        .files = {{{"kubernetes", "nics", R"(-        pfc: "0,0,0,1,0,0,0,0"
+        pfc: "0,0,0,0,1,0,0,0"
)"}}},
        .flagged = "pfc: \"0,0,0,0,1"},
    {.title = "A template without qos pauses priority 3", .files = {{{"kubernetes", "nics", R"(@ qos:
-        trust: dscp
-        pfc: "0,0,0,1,0,0,0,0"
-        tos: 106
-        ecn:
-          enabled: true
-          priority: 3
-        pauseFrames:
-          enabled: false
)"}}}},
    {.title = "DCB of an ESXi host shows PFC off, and its driver starts without",
        .files = {{{"esxi-host", "host1", R"(-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Configuration: 0 0 0 0 0 0 0 0
-pfcrx        int   0x08   Priority based flow control policy on RX
+pfcrx        int   0x00   Priority based flow control policy on RX
-pfctx        int   0x08   Priority based flow control policy on TX
+pfctx        int   0x00   Priority based flow control policy on TX
)"}}},
        .flagged = "PFC Configuration: 0 0 0 0"},
    {.title = "DCB of an ESXi host is off, and its driver starts with PFC on the RDMA priority",
        .files = {{{"esxi-host", "host1", R"(-   Enabled: true
+   Enabled: false
-   PFC Enabled: true
-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Enabled: false
+   PFC Configuration: 0 0 0 0 0 0 0 0
)"}}}},
    {.title = "The NIC pauses the RDMA priority", .files = {{{"linux-host", "host1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || context.nic() == nullptr
        || port.kind != PortKind::physical)
        return;
    // Only classes with known RDMA traffic: further lossless classes of the switches do not concern this NIC.
    PrioritySet wanted;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (rdma_class.trust == Trust::pcp || !rdma_class.dscps.empty())
            wanted.insert(rdma_class.priority);
    }
    wanted = wanted & context.required();
    if (wanted.empty())
        return;
    const PrioritySet* rx = context.need(context.id, port.pfc_rx, "PFC");
    const PrioritySet* tx = context.need(context.id, port.pfc_tx, "PFC");
    if (rx == nullptr || tx == nullptr)
        return;
    // PFC in only one direction is left to PFC006.
    const PrioritySet missing = wanted - (*rx | *tx);
    // If there are several classes, a host need not use all of them.
    if (missing.empty() || (context.classes.classes.size() > 1 && missing != wanted))
        return;
    Diagnosis diagnosis{.at = context.place(port.pfc_tx.origin),
        .message
        = fmt::format("{} carries RDMA but has {}: it ignores the switch's pause frames and never sends "
                      "its own",
            context.port_label(context.id),
            tx->empty()
                ? fmt::format("no PFC on priority {}", to_string(missing))
                : fmt::format("PFC on priority {} instead of {}", to_string(*tx), to_string(missing))),
        .fix = fmt::format("Turn PFC on for priority {} on {}.", to_string(missing), port.name)};
    // The priorities that the port pauses instead belong to the same mistake.
    for (const PrioritySet wrong : {missing, (*rx | *tx) - wanted, *tx - context.classes.lossless()}) {
        for (const Priority priority : wrong)
            diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    }
    if (const auto peer = context.fabric.peer(context.id)) {
        const Port& there = context.fabric.port(*peer);
        if (there.pfc_tx.known())
            diagnosis.show(place_of(context.fabric.device(*peer), there.pfc_tx, missing, &there),
                fmt::format(
                    "{} has PFC on priority {}", context.port_label(*peer), to_string(there.pfc_tx.value)));
    }
    diagnosis.show(
        context.judgement().at, "considered a RoCE port: " + describe(context.judgement(), context.fabric));
    diagnosis.changes.push_back(context.change(
        Property::pfc, PriorityDelta{.add = missing, .remove = (*rx | *tx) - context.classes.lossless()}));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "NIC002",
    .name = "nic-without-pfc",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "An RDMA NIC has PFC off for the priority of its RDMA traffic.",
    .why = "Pause works between two ends. A NIC that does not obey it overruns the switch's headroom "
           "during incast, and one that does not send it drops what it cannot receive when PCIe or memory "
           "is slow; both end in retransmission.",
    .source = "NVIDIA doroce-linux doRoCE.sh (mlnx_qos --pfc 0,0,0,1,0,0,0,0); IEEE 802.1Q-2022 clause "
              "36; Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "mlnx_qos -i IFACE --pfc with the RDMA priority set; on mlx5 this toggles the link. On ESXi, pfctx and pfcrx of "
      "nmlx5_core.",
    .witness = Witness::pause,
    .check_port = check,
};

}
