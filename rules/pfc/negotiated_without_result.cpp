// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/dcbx.h"
#include "analysis/facts/paused_priorities.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::pfc010 {
namespace {

constexpr Example examples[] = {
    {.title = "PFC of the host port is in mode auto, and the switch shows it off",
        .files = {{{"nxos", "leaf1", R"(+leaf1# show interface priority-flow-control
+============================================================
+Port               Mode Oper(VL bmap)  RxPPP      TxPPP
+============================================================
+Ethernet1/1        Auto Off           0          0
+Ethernet1/2        On   On  (8)       0          0
@ interface Ethernet1/1
-  priority-flow-control mode on
+  priority-flow-control mode auto
)"}}},
        .flagged = "priority-flow-control mode auto"},
    {.title = "No line says the mode of PFC, and the switch shows it in mode auto and off",
        .files = {{{"nxos", "leaf1", R"(+leaf1# show interface priority-flow-control
+============================================================
+Port               Mode Oper(VL bmap)  RxPPP      TxPPP
+============================================================
+Ethernet1/1        Auto Off           0          0
+Ethernet1/2        On   On  (8)       0          0
@ interface Ethernet1/1
-  priority-flow-control mode on
)"}}},
        .flagged = "Ethernet1/1        Auto Off"},
    {.title = "PFC of the host port is in mode auto, and in force for priority 3",
        .files = {{{"nxos", "leaf1", R"(+leaf1# show interface priority-flow-control
+============================================================
+Port               Mode Oper(VL bmap)  RxPPP      TxPPP
+============================================================
+Ethernet1/1        Auto On  (8)       12         40
+Ethernet1/2        On   On  (8)       0          0
@ interface Ethernet1/1
-  priority-flow-control mode on
+  priority-flow-control mode auto
)"}}}},
    {.title = "The host port waits for DCBX, and the switch shows that PFC is not in force",
        .files = {{{"onyx", "leaf1", R"(+PFC: enabled
+Priority Enabled List: 3
+Priority Disabled List: 0 1 2 4 5 6 7
+-------------------------------------------------
+Interface        PFC admin        PFC oper
+-------------------------------------------------
+Eth1/1           Auto             Disabled
+Eth1/2           On               Enabled
-   interface ethernet 1/1-1/2 dcb priority-flow-control mode on force
+   interface ethernet 1/1 dcb priority-flow-control mode auto force
+   interface ethernet 1/2 dcb priority-flow-control mode on force
)"}}},
        .flagged = "dcb priority-flow-control mode auto force"},
    {.title = "The host port waited for DCBX, and PFC is in force",
        .files = {{{"onyx", "leaf1", R"(+PFC: enabled
+Priority Enabled List: 3
+Priority Disabled List: 0 1 2 4 5 6 7
+-------------------------------------------------
+Interface        PFC admin        PFC oper
+-------------------------------------------------
+Eth1/1           Auto             Enabled
+Eth1/2           On               Enabled
-   interface ethernet 1/1-1/2 dcb priority-flow-control mode on force
+   interface ethernet 1/1 dcb priority-flow-control mode auto force
+   interface ethernet 1/2 dcb priority-flow-control mode on force
)"}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || !port.pfc_negotiated.known() || !port.pfc_negotiated.value)
        return;
    const PrioritySet required = context.required();
    if (required.empty() || !port.pfc_rx.known() || !port.pfc_tx.known())
        return;
    // A class that is lossless in another priority is left to PFC014.
    PrioritySet missing = required - paused_priorities(port);
    for (const Priority priority : missing) {
        if (!displaced_to(context.classes, context.device(), port, priority).empty())
            missing.erase(priority);
    }
    if (missing.empty())
        return;
    const bool is_up = is_seen_up(context.device(), context.id.port);
    Diagnosis diagnosis{.severity = is_up ? std::nullopt : std::optional(Severity::warning),
        .at = context.place(port.pfc_negotiated.origin),
        .message = fmt::format(
            "{} leaves PFC to DCBX, which has not turned it on for priority {}: its RDMA packets are dropped under "
            "congestion",
            context.port_label(context.id),
            to_string(missing)),
        .subjects = context.subjects(Property::pfc, missing),
        .fix = fmt::format("Force PFC on for priority {} on {}.", to_string(missing), port.name),
        .changes = {context.change(Property::pfc, PriorityDelta{.add = missing, .remove = {}})}};
    diagnosis.show(context.place(port.pfc_tx.origin), "the PFC in force");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC010",
    .name = "negotiated-pfc-without-result",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where no capture shows that the link is up"}}},
    .scope = Scope::port,
    .summary = "A port leaves PFC to DCBX, which has not turned it on for a lossless priority.",
    .why
    = "In mode auto a switch turns PFC on only once its peer has announced the same priorities by DCBX, in a version that "
      "both speak. A peer without DCBX, one that announces other priorities, or two agents at the peer's end leave PFC "
      "off: the configuration looks lossless, and the port drops RDMA packets on the first incast. Where both ends are "
      "configured by hand, nothing has to be negotiated.",
    .source
    = "Cisco Nexus 3000 and 9000 Series NX-API REST SDK User Guide, Release 9.3(x), Configuring Priority Flow Control on an "
      "Ethernet Interface; Azure Local supportability, TSG Networking, Troubleshoot LLDP, DCBX, and PFC Configuration for "
      "RoCEv2, version 1.0 (PFC auto that does not converge); mellanox.onyx, module onyx_pfc_interface (PFC oper)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Force PFC on at the port: priority-flow-control mode on.",
    .leads = true,
    .check_port = check,
};

}
