// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc022 {
namespace {

constexpr Example examples[] = {
    {.title = "Nothing turns on the PFC that a port's lines set up",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   priority-flow-control on
@ interface Ethernet2/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-   priority-flow-control pause watchdog
)"}}},
        .policy = "version: 1\n",
        .flagged = "priority-flow-control priority 3 no-drop"},
    {.title = "PFC is on", .files = {{{"eos", "leaf1", ""}}}, .policy = "version: 1\n"},
    {.title = "Neither on nor set up",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-   priority-flow-control pause watchdog
@ interface Ethernet2/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-   priority-flow-control pause watchdog
)"}}},
        .policy = "version: 1\n"},
};

// An empty set of paused priorities is `derived` if lines of the port name priorities but something else
// makes them idle.
void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || port.kind != PortKind::physical || port.admin_up.is(false)
        || !port.pfc_tx.known() || !port.pfc_tx.value.empty()
        || port.pfc_tx.origin.kind() != OriginKind::derived
        || context.judgement().verdict == Verdict::not_roce)
        return;
    context.report({.at = context.place(port.pfc_tx.origin),
        .message = fmt::format("{} names priorities to pause, but pauses none: {}",
            context.port_label(context.id),
            context.device().origins.look_up(port.pfc_tx.origin).note),
        .subjects = {context.subject(Property::pfc)},
        .fix
        = fmt::format("Turn PFC on for {}, or remove the lines that name priorities to pause.", port.name)});
}

}

extern const Rule rule = {
    .code = "PFC022",
    .name = "idle-pfc",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A port names priorities to pause, but PFC is off, so it pauses none.",
    .why = "Which priorities pause and whether PFC runs at all are two lines on some platforms. With the "
           "second missing everywhere, nothing in the fabric contradicts it: no neighbour pauses either, and "
           "traffic flows until the first congestion drops it. Where the class is known, PFC001 reports the "
           "same as an error.",
    .source = "Arista EOS User Manual, Quality of Service, priority-flow-control; IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn PFC on where priorities to pause are named, or remove those lines.",
    .yields = true,
    .check_port = check,
};

}
