// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::wd016 {
namespace {

constexpr Example examples[] = {
    {.title = "The watchdog of one port only raises an alert",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"Ethernet0": {"action": "alert"}}})"}}},
        .flagged = R"("action": "alert")"},
    {.title = "The watchdog of each port drops what is stuck", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The watchdog of the whole switch only notifies",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog action drop
+priority-flow-control pause watchdog action notify-only
)"}}},
        .flagged = "priority-flow-control pause watchdog action notify-only"},
    {.title = "The watchdog drops, whatever its action says",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog action drop
+priority-flow-control pause watchdog action notify-only
+priority-flow-control pause watchdog override action drop
)"}}}},
    {.title = "The watchdog of the uplink only raises an alert",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- priority-flow-control watchdog action drop
+ priority-flow-control watchdog action alert
)"}}},
        .flagged = "priority-flow-control watchdog action alert"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const PfcWatchdog& watchdog = port.watchdog;
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || !watchdog.enabled.is(true) || !port.pfc_tx.known() || port.pfc_tx.value.empty()
        || !watchdog.action.known())
        return;
    const WatchdogAction action = watchdog.action.value;
    if (action != WatchdogAction::alert && action != WatchdogAction::none)
        return;
    context.report({.at = context.place(watchdog.action.origin),
        .message = fmt::format(
            "the PFC watchdog of {} {} a queue that is stuck: one NIC that never stops sending pause still halts "
            "every path that leads to it",
            context.port_label(context.id),
            action == WatchdogAction::alert ? "only reports" : "does nothing about"),
        .subjects = {context.subject(Property::watchdog)},
        .related = {{context.place(port.pfc_tx.origin), "PFC is on here"}},
        .fix = fmt::format("Let the watchdog of {} drop what a stuck queue holds.", port.name)});
}

}

extern const Rule rule = {
    .code = "WD016",
    .name = "watchdog-without-effect",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::port,
    .summary = "The PFC watchdog only reports a queue that is stuck.",
    .why
    = "A NIC that sends pause without end stops its switch port, then the switches before it. A watchdog "
      "that only raises an alert sees the storm but does not end it: until an operator acts, every path "
      "through the stuck queue stands still, as it would without a watchdog. Alerts alone suit a trial of "
      "the detection time.",
    .source
    = "SONiC wiki, PFC Watchdog Design (actions drop, forward and alert); Guo et al., RDMA over Commodity Ethernet "
      "at Scale, SIGCOMM 2016 (NIC pause storms and the switch watchdog); Arista AVD, eos_cli_config_gen schema "
      "qos_profiles (notify-only)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the action of the watchdog to drop.",
    // WD005 says more about such a watchdog in a ring of buffers.
    .yields = true,
    .check_port = check,
};

}
