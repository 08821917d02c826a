// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lnk006 {
namespace {

constexpr Example examples[] = {
    {.title = "The uplink saves power",
        .files = {{{"sample-nos", "leaf1", "@ p2:\n+    energy_efficient: yes\n"}}},
        .flagged = "energy_efficient: yes"},
    {.title = "The uplink is always awake",
        .files = {{{"sample-nos", "leaf1", "@ p2:\n+    energy_efficient: no\n"}}}},
    {.title = "The NIC saves power",
        .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool --show-eee ens1f0np0
+EEE settings for ens1f0np0:
+	EEE status: enabled - active
)"}}},
        .flagged = "EEE status: enabled"},
    {.title = "The NIC is always awake", .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool --show-eee ens1f0np0
+EEE settings for ens1f0np0:
+	EEE status: disabled
)"}}}},
};

void check(PortContext& context)
{
    const Setting<bool>& saving = context.port().energy_efficient;
    if (!saving.is(true) || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    context.report({.at = context.place(saving.origin),
        .message = fmt::format(
            "{} saves power on an idle link (Energy-Efficient Ethernet): each burst waits until the link is "
            "awake, some microseconds by the standard, which is assumed to matter to RDMA",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::power_saving)},
        .fix = fmt::format("Switch Energy-Efficient Ethernet off on {}.", context.port_label(context.id)),
        .changes = {context.change(Property::power_saving, false)}});
}

}

extern const Rule rule = {
    .code = "LNK006",
    .name = "power-saving",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A RoCE port saves power on an idle link with Energy-Efficient Ethernet.",
    .why
    = "A link in low-power idle needs microseconds to wake up, as long as RDMA needs for a whole round trip. "
      "Waking adds jitter to every burst, and a pause frame that waits for it arrives later than the headroom "
      "was computed for.",
    .source
    = "IEEE 802.3-2022 clause 78 (Energy-Efficient Ethernet, wake times); that it harms RDMA is assumed",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Switch Energy-Efficient Ethernet off on RDMA ports.",
    .check_port = check,
};

}
