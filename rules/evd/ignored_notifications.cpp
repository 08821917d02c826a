// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd005 {
namespace {

constexpr Example examples[] = {
    {.title = "CNPs arrive, and the NIC ignores all of them",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 rp_cnp_ignored 5 rp_cnp_handled 0
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 rp_cnp_ignored 905 rp_cnp_handled 0
)"}}},
        .flagged = "rp_cnp_ignored 905"},
    {.title = "A few CNPs were too late to matter",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 rp_cnp_ignored 5 rp_cnp_handled 10
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 rp_cnp_ignored 6 rp_cnp_handled 9010
)"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_host() || context.device().counters.empty()
        || !context.classes.sends_cnps())
        return;
    const Observed ignored = observe(context, CounterKind::cnps_ignored);
    const Observed handled = observe(context, CounterKind::cnps_handled);
    if (!ignored.counted() || !handled.stands_still() || ignored.is_growth != handled.is_growth)
        return;
    Diagnosis diagnosis{.at = ignored.counter->at,
        .message = fmt::format("{} receives CNPs and does not slow down on any: {}, and {} did not grow",
            context.port_label(context.id),
            describe(ignored),
            handled.counter->name),
        .subjects = context.subjects(Property::congestion_control, context.carried()),
        .related = {{handled.counter->at, "no CNP had an effect"}},
        .fix = "Turn the reaction of DCQCN on for the priority that RDMA is sent in."};
    if (!ignored.is_growth)
        diagnosis.severity = Severity::warning;
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "EVD005",
    .name = "notifications-ignored",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning, "where only one capture shows the counters"}}},
    .scope = Scope::port,
    .summary = "Counters show that a NIC receives CNPs and slows down on none.",
    .why
    = "A CNP asks the sender of a flow to slow down. A NIC whose reaction is off for the priority counts it as ignored and "
      "goes on at full rate, so that only pause holds it back.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3.1 (RP algorithm); Linux, "
      "drivers/infiniband/hw/mlx5/counters.c (rp_cnp_ignored, rp_cnp_handled)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn the reaction (RP) of DCQCN on at the sender.",
    .yields = true,
    .check_port = check,
};

}
