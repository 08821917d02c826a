// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::wd012 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC may pause for ever",
        .files = {{{"linux-host", "host1", R"(-pfc-prevention-tout: 100
+pfc-prevention-tout: 0
)"}}},
        .flagged = "pfc-prevention-tout: 0"},
    {.title = "The NIC chooses after how long it stops pausing",
        .files = {{{"linux-host", "host1", R"(-pfc-prevention-tout: 100
+pfc-prevention-tout: 65535
)"}}}},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->storm_prevention.is(Milliseconds{0})
        || !context.port().pfc_tx.known() || context.port().pfc_tx.value.empty())
        return;
    context.report({.at = context.place(nic->storm_prevention.origin),
        .message = fmt::format(
            "{} may pause without end: a receiver that hangs stops its switch, and then the switches before it",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::watchdog)},
        .fix = fmt::format("ethtool --set-tunable {} pfc-prevention-tout 65535", context.port().name)});
}

}

extern const Rule rule = {
    .code = "WD012",
    .name = "nic-pauses-without-end",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A NIC with PFC has its storm prevention off.",
    .why
    = "A NIC whose host has hung (a stuck PCI bus, a kernel that stands still) fills its buffer and pauses the "
      "switch for as long as it has power. Storm prevention makes it drop what comes in instead, after a time, so "
      "that the fault stays with its host.",
    .source
    = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3 (NIC PFC storms); Linux "
      "include/uapi/linux/ethtool.h, PFC_STORM_PREVENTION_AUTO and PFC_STORM_PREVENTION_DISABLE; Linux "
      "drivers/net/ethernet/mellanox/mlx5/core/en_ethtool.c, mlx5e_set_pfc_prevention_tout",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "ethtool --set-tunable INTERFACE pfc-prevention-tout 65535",
    .check_port = check,
};

}
