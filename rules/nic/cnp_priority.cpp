// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic009 {
namespace {

constexpr Example examples[] = {
    {.title = "CNPs leave the NIC in the priority that pause for RDMA stops",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio:6
+/sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio:3
)"}}},
        .flagged = "cnp_802p_prio:3"},
    {.title = "The policy uses no CNPs",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio:6
+/sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio:3
)"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
    {.title = "A template has CNPs sent in the priority that it pauses",
        .files = {{{"kubernetes", "nics", R"(-    numVfs: 0
+    numVfs: 0
+    rawNvConfig:
+      - name: CNP_802P_PRIO_P1
+        value: "3"
)"}}},
        .flagged = "value: \"3\""},
    {.title = "CNPs leave in priority 6", .files = {{{"linux-host", "host1", ""}}}},
};

void check_paused(PortContext& context, const Nic& nic)
{
    // If the running NIC was not queried, the firmware's initial value is in force.
    const Setting<std::uint8_t>& set
        = nic.cnp_priority.origin == OriginId{} ? nic.stored_cnp_priority : nic.cnp_priority;
    if (!set.known() || !context.required().has(set.value))
        return;
    context.report({.at = context.place(set.origin),
        .message = fmt::format(
            "{} sends CNPs in priority {}, which PFC stops together with RDMA: senders slow down late",
            context.port_label(context.id),
            set.value),
        .subjects = {context.subject(Property::cnp_marking, set.value)},
        .fix = context.device().is_template || (nic.driver.known() && nic.driver.value != "mlx5_core")
            ? fmt::format("Let {} send CNPs in a priority without PFC.", context.port().name)
            : fmt::format("Write a priority without PFC to /sys/class/net/{}/ecn/roce_np/cnp_802p_prio.",
                context.port().name)});
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.classes.sends_cnps() || !context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    check_paused(context, *nic);
}

}

extern const Rule rule = {
    .code = "NIC009",
    .name = "cnp-paused-with-rdma",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A NIC's CNPs leave in a priority that PFC stops together with RDMA.",
    .why
    = "A CNP must overtake the traffic that it should slow down. In the priority of RDMA it waits behind "
      "the very pause that it should prevent.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3 (CNPs have "
      "high priority); Mellanox/nic-configuration-operator README (CNP_DSCP_P1, CNP_802P_PRIO_P1 in the "
      "non-volatile configuration)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Write another priority to ecn/roce_np/cnp_802p_prio, and set the same with mlxconfig.",
    .check_port = check,
};

}
