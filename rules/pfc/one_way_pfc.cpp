// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/classify.h"
#include "models/fabric/member_places.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::pfc006 {
namespace {

constexpr Example examples[] = {
    {.title = "The port sends pause for priority 3 but does not obey it",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
+    pfc_receive: []
)"}}},
        .flagged = "pfc_receive: []"},
    {.title = "Both directions are on", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "The output stanza lists a priority that the input stanza does not pause and that no class has",
        .files = {{{"junos", "leaf1", R"(@ ieee-802.1 {
+                    code-point 100 {
+                        flow-control-queue 4;
+                    }
)"}}}},
    {.title = "Input and output agree", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The profile of all ports does not obey pause",
        .files = {{{"nvue", "leaf1", R"(+nv set qos pfc default-global rx disable
)"}}},
        .flagged = "rx disable"},
    {.title = "`qos roce` switches both directions on", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "DCB of an ESXi host is off, and only one of the two parameters of its driver has a value",
        .files = {{{"esxi-host", "host1", R"(-   Enabled: true
+   Enabled: false
-   PFC Enabled: true
-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Enabled: false
+   PFC Configuration: 0 0 0 0 0 0 0 0
-pfcrx        int   0x08   Priority based flow control policy on RX
+pfcrx        int          Priority based flow control policy on RX
)"}}},
        .flagged = "pfctx        int   0x08"},
    {.title = "PFC is keyed on 802.1p, and the ports classify packets without a VLAN tag by DSCP",
        .files = {{{"junos", "leaf1", R"(@ input {
-                dscp {
+                ieee-802.1 {
-                    code-point 011010 {
+                    code-point 011 {
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "code-point 011 {"},
};

// Whether the port classifies this priority's class elsewhere. If PFC depends on classification, that is the
// cause, and QOS002 or PFC014 shows its line.
bool is_classified_elsewhere(const PortContext& context, Priority priority)
{
    const RdmaClass* rdma_class = context.classes.of_priority(priority);
    if (rdma_class == nullptr || !context.on_switch() || !context.is_roce()
        || (context.assumed() && !rdma_class->dscps_from_hosts))
        return false;
    if (!displaced_to(*rdma_class, context.device(), context.port()).empty())
        return true;
    return std::ranges::any_of(rdma_class->dscps, [&](Dscp dscp) {
        const Treatment treatment = classify_dscp(context.device(), context.port(), dscp);
        const Setting<std::uint8_t> got = priority_of(treatment);
        return treatment.tc.configured() && got.peek_known() && got.value != priority;
    });
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (port.kind != PortKind::physical || context.judgement().verdict == Verdict::not_roce
        || !port.pfc_rx.known() || !port.pfc_tx.known())
        return;
    // A priority without a class carries nothing that could be lost.
    const PrioritySet used = context.classes.classes.empty() ? PrioritySet{0xff} : context.classes.lossless();
    const PrioritySet deaf = (port.pfc_tx.value - port.pfc_rx.value) & used;
    PrioritySet mute
        = port.pfc_asymmetric.is(true) ? PrioritySet{} : (port.pfc_rx.value - port.pfc_tx.value) & used;
    for (const Priority priority : mute) {
        if (is_classified_elsewhere(context, priority))
            mute.erase(priority);
    }
    if ((deaf | mute).empty())
        return;
    const bool is_deaf = !deaf.empty();
    const std::string consequence = is_deaf
        ? fmt::format(
            "sends pause for priority {} but does not obey it, so it overruns its neighbour", to_string(deaf))
        : fmt::format(
            "obeys pause for priority {} but never sends it, so its own buffer overflows", to_string(mute));
    Diagnosis diagnosis{.at = context.place(is_deaf ? port.pfc_rx.origin : port.pfc_tx.origin),
        .message = fmt::format("{} {}", context.port_label(context.id), consequence)};
    for (const Priority priority : deaf | mute)
        diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    const Span other = is_deaf ? place_of(context.device(), port.pfc_tx, deaf, &port)
                               : place_of(context.device(), port.pfc_rx, mute, &port);
    diagnosis.show(other, "the other direction");
    show_paused_classes(context.device(), port, port.pfc_tx.value | port.pfc_rx.value, diagnosis);
    const PrioritySet needed = (deaf | mute) & context.classes.lossless();
    const PrioritySet needless = (deaf | mute) - needed;
    diagnosis.fix = needless.empty()
        ? fmt::format("Turn PFC on in both directions for priority {} on {}.", to_string(needed), port.name)
        : fmt::format(
            "Turn PFC off for priority {} on {}: no RDMA class has it.", to_string(needless), port.name);
    diagnosis.changes.push_back(
        context.change(Property::pfc, PriorityDelta{.add = needed, .remove = needless}));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC006",
    .name = "one-way-pfc",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A port has PFC on in one direction only.",
    .why = "A lossless hop needs both halves: the port must send pause before its own buffer is full and "
           "must stop when its neighbour asks. With one half off, one of the two buffers overflows.",
    .source = "IEEE 802.1Q-2022 clause 36; NVIDIA Cumulus Linux 5.16, Quality of Service, priority flow "
              "control (rx and tx are separate settings)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Turn both directions on for the lossless priorities.",
    .check_port = check,
};

}
