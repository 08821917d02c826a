// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rocelint::rules::app004 {
namespace {

constexpr Example examples[] = {
    {.title = "The job gives up on a packet after 0.5 seconds",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_TIMEOUT=14
)"}}},
        .flagged = "NCCL_IB_TIMEOUT=14"},
    {.title = "The job sends a packet again once",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_RETRY_CNT=1
)"}}},
        .flagged = "NCCL_IB_RETRY_CNT=1"},
    {.title = "The job waits longer than NCCL by default", .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_TIMEOUT=22
+NCCL_IB_RETRY_CNT=7
)"}}}},
    {.title = "A timeout of 0 never ends", .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_IB_TIMEOUT=0
)"}}}},
    {.title = "The job uses no RDMA, so that the timeout has no effect",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TIMEOUT=14
+NCCL_IB_DISABLE=1
)"}}},
        .policy = job_examples::without_app014},
};

constexpr double usual_timeout[] = {18};
constexpr double usual_retries[] = {7};
constexpr Parameter parameters[] = {
    {.name = "least_timeout",
        .defaults = usual_timeout,
        .unit = "",
        .meaning = "the smallest NCCL_IB_TIMEOUT",
        .source = "NVIDIA/nccl src/transport/net_ib: 14, 18 and 20 by release; the middle one is the floor"},
    {.name = "least_retries",
        .defaults = usual_retries,
        .unit = "",
        .meaning = "the smallest NCCL_IB_RETRY_CNT",
        .source = "NVIDIA/nccl src/transport/net_ib, NCCL_PARAM(IbRetryCnt, \"IB_RETRY_CNT\", 7)"},
};

// InfiniBand's Local ACK Timeout: 4.096 us * 2^timeout.
double seconds(unsigned timeout, unsigned retries)
{
    constexpr double unit = 4.096e-6;
    return std::ldexp(unit, static_cast<int>(timeout)) * retries;
}

unsigned least(const DeviceContext& context, std::string_view parameter)
{
    constexpr double most = 255;
    return static_cast<unsigned>(std::clamp(context.number(parameter), 0.0, most));
}

void report(DeviceContext& context,
    const Job& job,
    const Setting<std::uint8_t>& set,
    std::string_view variable,
    unsigned usual)
{
    const unsigned timeout = job.timeout.peek_known() ? job.timeout.value : least(context, "least_timeout");
    const unsigned retries = job.retries.peek_known() ? job.retries.value : least(context, "least_retries");
    const double wait = seconds(timeout, retries);
    context.report({.at = context.device().place(set.origin),
        .message
        = fmt::format("{} sets {} to {}, less than {}: it gives up on a packet after about {}, so that "
                      "a link that comes back later ends the job",
            job.name,
            variable,
            set.value,
            usual,
            wait < 1 ? fmt::format("{:.0f} ms", wait * 1000) : fmt::format("{:.1f} s", wait)),
        .fix = fmt::format("Leave {} unset, or set it to {} or more.", variable, usual)});
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    const PortId id{context.index, Port::no_index};
    for (const Job& job : context.device().jobs) {
        if (nccl_avoids_rdma(job))
            continue;
        // If unset, NCCL's own default applies. An unreadable value is not unset: it has an origin.
        if (job.timeout.origin != OriginId{} && context.need(id, job.timeout, "NCCL_IB_TIMEOUT") == nullptr)
            continue;
        if (job.retries.origin != OriginId{} && context.need(id, job.retries, "NCCL_IB_RETRY_CNT") == nullptr)
            continue;
        // 0 is InfiniBand's "no timeout": nothing is resent, and nothing is given up.
        if (job.timeout.peek_known() && job.timeout.value == 0)
            continue;
        const unsigned timeout = least(context, "least_timeout");
        const unsigned retries = least(context, "least_retries");
        if (job.timeout.peek_known() && job.timeout.value < timeout)
            report(context, job, job.timeout, "NCCL_IB_TIMEOUT", timeout);
        else if (job.retries.peek_known() && job.retries.value < retries)
            report(context, job, job.retries, "NCCL_IB_RETRY_CNT", retries);
    }
}

}

extern const Rule rule = {
    .code = "APP004",
    .name = "nccl-gives-up-early",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job waits for a lost packet for less time than NCCL does by default.",
    .why
    = "A queue pair sends a packet again after 4.096 us * 2^NCCL_IB_TIMEOUT, NCCL_IB_RETRY_CNT times, and "
      "then fails, and with it the whole job. A link that flaps, a route that converges or a PFC watchdog "
      "that cuts a queue off takes longer than the short times that old guides recommend. NCCL raised its "
      "own timeout from 14 to 18 and then to 20 for that reason.",
    .source = "NVIDIA/nccl src/transport/net_ib (NCCL_PARAM(IbTimeout, \"IB_TIMEOUT\", 14, later 18 and 20), "
              "NCCL_PARAM(IbRetryCnt, \"IB_RETRY_CNT\", 7)); NCCL documentation, environment variables; "
              "InfiniBand Architecture Specification, Local Ack Timeout",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Remove NCCL_IB_TIMEOUT and NCCL_IB_RETRY_CNT from the job's environment.",
    .check_device = check,
};

}
