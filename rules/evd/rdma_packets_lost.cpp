// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd006 {
namespace {

constexpr Example examples[] = {
    {.title = "RDMA packets of the NIC were lost on the path",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 packet_seq_err 4 local_ack_timeout_err 0
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 packet_seq_err 404 local_ack_timeout_err 0
)"}}},
        .flagged = "packet_seq_err 404"},
    {.title = "Packets arrive out of sequence",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 out_of_sequence 4
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 out_of_sequence 54
)"}}},
        .flagged = "out_of_sequence 54"},
    {.title = "Packets were lost while frames arrived damaged",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_crc_errors_phy: 3
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 packet_seq_err 4
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_crc_errors_phy: 543
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 packet_seq_err 404
)"}}},
        .flagged = "packet_seq_err 404"},
    {.title
        = "Packets arrive out of sequence at a NIC that takes them in any order, since a switch spreads them",
        .files
        = {{{"sample-nos",
                "leaf1",
                "-lossless: [3]\n+lossless: [3]\n+ecmp: {fields: [source-ip, destination-ip, source-port], "
                "per_packet: yes}\n"},
            {"linux-host",
                "host1",
                R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 out_of_sequence 4
+root@host1:~# rdma statistic show
+link mlx5_0/1 out_of_sequence 54
-        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
+        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             True(1)              True(1)
-roce_tx_window_en                              | 0x00000000
-roce_slow_restart_en                           | 0x00000001
+roce_tx_window_en                              | 0x00000001
+roce_slow_restart_en                           | 0x00000000
)"}}},
        .topology = "devices: {leaf1: {role: leaf}, host1: {role: host}}\nlinks:\n  - {a: \"leaf1:p1\", b: "
                    "\"host1:ens1f0np0\"}\n"},
    {.title = "Losses of earlier days do not grow",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 packet_seq_err 4 out_of_sequence 9
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 packet_seq_err 4 out_of_sequence 9
)"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_host() || context.device().counters.empty()
        || context.required().empty())
        return;
    Observed worst = observe(context, CounterKind::timeouts);
    if (const Observed asked = observe(context, CounterKind::sequence_errors);
        asked.is_growth && (!worst.is_growth || asked.count > worst.count))
        worst = asked;
    const bool is_lost = worst.is_growth && worst.counted();
    if (!is_lost)
        worst = observe(context, CounterKind::out_of_sequence);
    if (!worst.is_growth || !worst.counted())
        return;
    const Nic* nic = context.nic();
    if (!is_lost && nic != nullptr && nic->out_of_order.is(true))
        return;
    Diagnosis diagnosis{.at = worst.counter->at,
        .message = is_lost
            ? fmt::format(
                "RDMA packets of {} were lost or came too late, although priority {} must be lossless: {}",
                context.port_label(context.id),
                to_string(context.required()),
                describe(worst))
            : fmt::format(
                "RDMA packets reach {} out of sequence: they were lost, or switches spread a flow over "
                "several paths: {}",
                context.port_label(context.id),
                describe(worst)),
        .subjects = {context.subject(Property::transport)},
        .related = {{worst.counter->earlier_at, "the counter in the earlier capture"}},
        .fix = "Look for drops on the path (rocelint trace) and for links with errors."};
    if (!is_lost)
        diagnosis.severity = Severity::info;
    // A link with errors loses packets whatever the configuration says.
    const Observed errors = observe(context.device(), context.id.port, CounterKind::link_errors);
    if (errors.is_growth && errors.counted()) {
        diagnosis.message += fmt::format(
            "; the NIC's own link had errors meanwhile, which explain losses: {}", describe(errors));
        diagnosis.show(errors.counter->at, "errors of the link");
        diagnosis.fix
            = "Clean, reseat or replace the cable or optic first; only then look for drops on the path.";
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "EVD006",
    .name = "rdma-packets-lost",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where packets only arrived out of sequence, as adaptive routing makes them"}}},
    .scope = Scope::port,
    .summary = "Counters show that RDMA packets were lost on the way or came out of sequence.",
    .why
    = "A lossless class loses nothing to congestion. A NIC that is asked to send again, or that waits in vain for an "
      "acknowledgement, proves a loss on the path: a hop without PFC, too little headroom, a watchdog, or a link with bit "
      "errors, which comes first where the NIC counts damaged frames. Packets out of sequence are also what switches cause that choose the path for each packet, which "
      "is as it should be where the NIC takes packets in any order.",
    .source
    = "InfiniBand Architecture Specification 1.7, volume 1, chapter 9.7 (transport); Linux, drivers/infiniband/hw/mlx5/"
      "counters.c (packet_seq_err, local_ack_timeout_err, out_of_sequence), "
      "Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst (rx_crc_errors_phy, rx_pcs_symbol_err_phy)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Follow the path of the flows with `rocelint trace`, and compare the counters of its hops.",
    .yields = true,
    .check_port = check,
};

}
