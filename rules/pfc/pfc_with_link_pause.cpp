// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc005 {
namespace {

constexpr Example examples[] = {
    {.title = "The port stops for link pause, which halts every class",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
+    pause: receive
)"}}},
        .flagged = "pause: receive"},
    {.title = "PFC and no link pause", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "Link pause is switched on alongside the congestion notification profile",
        .files = {{{"junos", "leaf1", R"(@ et-0/0/0 {
+        ether-options {
+            flow-control;
+        }
)"}}},
        .flagged = "flow-control;"},
    {.title = "Link pause is off unless it is configured", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The port stops for link pause as well",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/1 flowcontrol receive on force
)"}}},
        .flagged = "flowcontrol receive on"},
    {.title = "Link pause is off unless it is configured", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "Link pause is on alongside PFC",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/1
- flowcontrol receive off
+ flowcontrol receive on
)"}}},
        .flagged = "flowcontrol receive on"},
    {.title = "Link pause is on alongside PFC",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
+  flowcontrol receive on
)"}}},
        .flagged = "flowcontrol receive on"},
    {.title = "A port with PFC has a link-pause profile",
        .files = {{{"nvue", "leaf1", R"(+nv set qos link-pause both rx enable
+nv set interface swp1 qos link-pause profile both
)"}}},
        .flagged = "qos link-pause both rx enable"},
    {.title = "No port has link pause", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Flow control is on alongside PFC",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
+ flow-control
)"}}},
        .flagged = "flow-control"},
    {.title = "Flow control is off unless it is configured", .files = {{{"vrp", "leaf1", ""}}}},
    {.title = "The host port also obeys pause of the whole link",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
+ flow-control egress
)"}}},
        .flagged = "flow-control egress"},
    {.title = "The host port also obeys pause of the whole link",
        .files = {{{"srlinux", "leaf1", R"(@ interface ethernet-1/1 {
-            receive false
+            receive true
)"}}},
        .flagged = "receive true"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (port.kind != PortKind::physical || context.judgement().verdict == Verdict::not_roce)
        return;
    if (!port.pfc_tx.known() || port.pfc_tx.value.empty())
        return;
    const bool on = port.pause_rx.is(true) || port.pause_tx.is(true);
    if (!on) {
        (void)context.need(context.id, port.pause_rx, "802.3x link pause");
        return;
    }
    const Setting<bool>& pause = port.pause_rx.is(true) ? port.pause_rx : port.pause_tx;
    Diagnosis diagnosis{.at = context.place(pause.origin),
        .message
        = fmt::format("{} has 802.3x link pause alongside PFC on priority {}: a link pause stops all classes "
                      "at once, and devices that allow only one of the two silently drop the other",
            context.port_label(context.id),
            to_string(port.pfc_tx.value)),
        .subjects = {context.subject(Property::link_pause)},
        .related = {{context.place(port.pfc_tx.origin), "PFC is on here"}},
        .fix = fmt::format("Turn 802.3x link pause off on {}.", port.name),
        .changes = {context.change(Property::link_pause, false)}};
    // A NIC takes its link down briefly to renegotiate pause, as for NIC004.
    if (context.on_host()) {
        diagnosis.fix_class = FixClass::disruptive;
        diagnosis.changes.back().fix_class = FixClass::disruptive;
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC005",
    .name = "pfc-with-link-pause",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A port with PFC also has 802.3x link pause on.",
    .why = "Link pause stops the whole port, so that lossy traffic and CNPs wait with the RDMA class. The "
           "standard forbids both on one port, and devices resolve the conflict each in its own way.",
    .source = "IEEE 802.3 Annex 31D; NVIDIA Cumulus Linux 5.16, Quality of Service, flow control; Nokia "
              "SR Linux 25.10, priority-based flow control",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Turn 802.3x link pause off in both directions.",
    .witness = Witness::link_pause,
    .check_port = check,
};

}
