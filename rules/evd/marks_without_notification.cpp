// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd004 {
namespace {

constexpr Example examples[] = {
    {.title = "Marked packets arrive, and the NIC sends no CNPs",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 np_ecn_marked_roce_packets 100 np_cnp_sent 0
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 np_ecn_marked_roce_packets 90100 np_cnp_sent 0
)"}}},
        .flagged = "np_ecn_marked_roce_packets 90100"},
    {.title = "Marked packets arrived at some time, and no CNP was ever sent",
        .files = {{{"linux-host",
            "host1",
            R"(+root@host1:~# grep -H '' /sys/class/infiniband/mlx5_0/ports/1/hw_counters/np_*
+/sys/class/infiniband/mlx5_0/ports/1/hw_counters/np_cnp_sent:0
+/sys/class/infiniband/mlx5_0/ports/1/hw_counters/np_ecn_marked_roce_packets:4711
)"}}},
        .flagged = "np_ecn_marked_roce_packets:4711"},
    {.title = "The NIC answers marks with CNPs",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 np_ecn_marked_roce_packets 100 np_cnp_sent 10
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 np_ecn_marked_roce_packets 90100 np_cnp_sent 800
)"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_host() || context.device().counters.empty()
        || !context.classes.sends_cnps())
        return;
    const Observed marks = observe(context, CounterKind::marks_received);
    const Observed cnps = observe(context, CounterKind::cnps_sent);
    if (!marks.counted() || !cnps.stands_still() || marks.is_growth != cnps.is_growth)
        return;
    Diagnosis diagnosis{.at = marks.counter->at,
        .message = fmt::format(
            "{} receives marked packets and answers none with a CNP, so that senders do not slow down: {}, "
            "and {} did not grow",
            context.port_label(context.id),
            describe(marks),
            cnps.counter->name),
        .subjects = context.subjects(Property::congestion_control, context.carried()),
        .related = {{cnps.counter->at, "no CNPs"}},
        .fix = "Turn the notification of DCQCN on for the priority that RDMA arrives in."};
    if (!marks.is_growth)
        diagnosis.severity = Severity::warning;
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "EVD004",
    .name = "marks-without-notification",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning, "where only one capture shows the counters"}}},
    .scope = Scope::port,
    .summary = "Counters show that a NIC receives marked packets and sends no CNPs.",
    .why
    = "DCQCN is one loop: a switch marks, the receiver sends a CNP, the sender slows down. A receiver that sees marks and "
      "sends nothing breaks it, and congestion ends in pause instead.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3.1 (NP algorithm); Linux, "
      "drivers/infiniband/hw/mlx5/counters.c (np_ecn_marked_roce_packets, np_cnp_sent)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn the notification (NP) of DCQCN on at the receiver.",
    .yields = true,
    .check_port = check,
};

}
