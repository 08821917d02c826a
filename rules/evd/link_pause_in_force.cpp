// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd012 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC pauses the whole link, although its capture shows link pause off",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_global_pause: 0
+     tx_global_pause: 40
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_global_pause: 0
+     tx_global_pause: 9040
)"}}},
        .flagged = "tx_global_pause: 9040"},
    {.title = "One capture shows that the switch has paused the whole link at some time",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_global_pause: 1200
+     tx_global_pause: 0
)"}}},
        .flagged = "rx_global_pause: 1200"},
    {.title = "Old pause of the link did not grow",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_global_pause: 1200
+     tx_global_pause: 40
+     rx_prio3_pause: 5
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_global_pause: 1200
+     tx_global_pause: 40
+     rx_prio3_pause: 905
)"}}}},
    {.title = "The counters were cleared between the captures",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_global_pause: 9040
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_global_pause: 40
)"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || context.device().counters.empty() || context.required().empty())
        return;
    const Observed sent = observe(context, CounterKind::link_pause_sent);
    const Observed received = observe(context, CounterKind::link_pause_received);
    const bool is_sent = sent.counted() && (sent.is_growth || !received.counted() || !received.is_growth);
    const Observed& seen = is_sent ? sent : received;
    if (!seen.counted())
        return;
    Diagnosis diagnosis{.at = seen.counter->at,
        .message = fmt::format(
            "{} 802.3x link pause, which stops every class of the link, where PFC should stop only priority {}: {}",
            is_sent ? context.port_label(context.id) + " sends"
                    : "the peer of " + context.port_label(context.id) + " sends",
            to_string(context.required()),
            describe(seen)),
        .subjects = {context.subject(Property::link_pause)},
        .fix = "Turn 802.3x link pause off at both ends of the cable, and see that PFC is in force there."};
    if (!seen.is_growth)
        diagnosis.severity = Severity::info;
    else
        diagnosis.show(seen.counter->earlier_at, "the counter in the earlier capture");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "EVD012",
    .name = "link-pause-in-force",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where only one capture shows the counter, so that the pause may be old"}}},
    .scope = Scope::port,
    .summary = "Counters show link pause on a link whose RDMA class is to be paused by PFC.",
    .why
    = "IEEE 802.3x link pause stops the whole link: CNPs, control traffic and every lossy class wait with RDMA, and the "
      "congestion of one class spreads to all. PFC and link pause exclude each other on one port, so that frames of link pause "
      "also show that PFC is not in force there, whatever was configured. NICs have link pause on from the factory, and a "
      "driver that is loaded again may turn it on.",
    .source
    = "IEEE 802.3-2022 annex 31B and 31D; Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst "
      "(rx_global_pause, tx_global_pause: only while global pause mode is enabled), "
      "drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c (rx_pause_frames), drivers/net/ethernet/intel/ice/ice_ethtool.c "
      "(link_xoff_rx)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn link pause off at both ends of the cable, so that PFC can be in force.",
    .yields = true,
    .check_port = check,
};

}
