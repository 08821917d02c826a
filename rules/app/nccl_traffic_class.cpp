// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "rules/job_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::app001 {
namespace {

constexpr std::string_view two_classes
    = "version: 1\n"
      "classes:\n"
      "  - {name: training, priority: 3, dscp: [26], roles: [host, leaf]}\n"
      "  - {name: storage, priority: 4, dscp: [34], roles: [storage, leaf]}\n";

constexpr Example examples[] = {
    {.title = "The job asks for DSCP 24 and the policy says 26",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=98
)"}}},
        .flagged = "NCCL_IB_TC=98"},
    {.title = "The job asks for nothing, which is best effort",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
)"}}},
        .flagged = "job1"},
    {.title = "The job asks for DSCP 26", .files = {{{"app-env", "job1", ""}}}},
    {.title = "The ECN bits are left to the NIC", .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=104
)"}}}},
    {.title = "The job asks for nothing, and the NICs force DSCP 26",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
)"},
            {"linux-host", "host1", ""}}}},
    {.title = "The job asks for the DSCP of a class that only storage hosts have",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=138
)"}}},
        .policy = two_classes,
        .flagged = "NCCL_IB_TC=138"},
    {.title = "The job asks for the DSCP of the class that its hosts have",
        .files = {{{"app-env", "job1", ""}}},
        .policy = two_classes},
    {.title = "The hosts have two classes, and the job asks for the DSCP of the second",
        .files = {{{"app-env", "job1", ""}}},
        .policy = "version: 1\n"
                  "classes:\n"
                  "  - {name: storage, priority: 4, dscp: [34]}\n"
                  "  - {name: training, priority: 3, dscp: [26]}\n"},
    {.title = "The job uses no RDMA, so that nothing needs the class",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_DISABLE=1
)"}}},
        .policy = job_examples::without_app014},
    {.title = "The job uses sockets, so that nothing needs the class",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_NET=Socket
)"}}},
        .policy = job_examples::without_app014},
};

void check_job(DeviceContext& context, const Job& job)
{
    const SendersClasses classes = context.shared().jobs().classes_of(context.index, job);
    const DscpSet wanted = classes.dscps;
    if (classes.first == nullptr)
        return;
    const PortId id{context.index, Port::no_index};
    if (nccl_avoids_rdma(job))
        return context.not_checked(id,
            fmt::format("{}, so that NCCL_IB_TC has no effect",
                asks_for_sockets(job) ? "NCCL_NET is Socket" : "NCCL_IB_DISABLE is 1"));
    // If unset, NCCL's own default of 0 applies. An unreadable value is not unset: it has an origin.
    const bool unset = !job.traffic_class.known() && job.traffic_class.origin == OriginId{};
    if (!unset && context.need(id, job.traffic_class, "NCCL_IB_TC") == nullptr)
        return;
    const auto dscp = static_cast<Dscp>(unset ? 0 : job.traffic_class.value >> 2);
    if (wanted.has(dscp))
        return;
    const ForcedMark forced = context.shared().jobs().forced_mark(context.index, job, wanted);
    if (forced == ForcedMark::wanted)
        return;
    // As long as captures of the hosts might still show a forced class, this is only a well-founded suspicion.
    const bool sure = dscp != 0 || forced != ForcedMark::unknown;
    const std::string_view doubt = forced == ForcedMark::unknown && dscp == 0
        ? " (unless the hosts force a traffic class on every packet, which no capture shows)"
        : "";
    // The default of a script's `${NAME:-default}`.
    const Origin origin = context.device().origins.look_up(job.traffic_class.origin);
    const std::string note
        = !unset && origin.kind == OriginKind::derived ? fmt::format(" ({})", origin.note) : "";
    Diagnosis diagnosis{.severity = sure ? std::nullopt : std::optional(Severity::warning),
        .basis = context.basis_of(*classes.first),
        .at = unset ? job.at : context.device().place(job.traffic_class.origin),
        .message = unset
            ? fmt::format("{} does not set NCCL_IB_TC, whose default is 0: NCCL's traffic is best "
                          "effort instead of DSCP {}{}",
                job.name,
                to_string(wanted),
                doubt)
            : fmt::format(
                "{} sets NCCL_IB_TC to {}{}, which is DSCP {} instead of {}: NCCL's traffic is not {}{}",
                job.name,
                job.traffic_class.value,
                note,
                dscp,
                to_string(wanted),
                classes.lossless ? "lossless" : "in the RDMA class",
                doubt),
        .subjects = {context.subject(Property::rdma_marking, dscp)},
        .related
        = {{classes.first->at, classes.first->evidence.empty() ? "the RDMA class" : classes.first->evidence}},
        .fix = fmt::format("Set NCCL_IB_TC to a DSCP of {} times four, plus 2 for ECN.", to_string(wanted))};
    if (wanted.size() == 1)
        diagnosis.changes.push_back(
            {.port = id, .property = Property::rdma_marking, .value = type_of_service(wanted)});
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (!job.without_nccl)
            check_job(context, job);
    }
}

}

extern const Rule rule = {
    .code = "APP001",
    .name = "nccl-traffic-best-effort",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities
    = {{{Severity::warning, "where no capture shows whether the hosts force a traffic class"}}},
    .scope = Scope::host,
    .summary = "A job's NCCL_IB_TC does not mark its traffic with the DSCP of an RDMA class.",
    .why
    = "NCCL opens its queue pairs itself and gives them the traffic class of NCCL_IB_TC, which is 0 unless "
      "it is set. A fabric may be set up perfectly for DSCP 26 and the training job that it was built for "
      "still runs as best effort. The value is the DSCP times four; 104 and 106 are both DSCP 26. A job "
      "that sets only variables of other libraries is judged by those, and a job without RDMA is not "
      "judged. Where a policy states classes for several roles, those of the job's hosts apply.",
    .source = "NVIDIA/nccl src/transport/net_ib (NCCL_PARAM(IbTc, \"IB_TC\", ...), traffic_class of "
              "the address handle); RFC 2474",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set NCCL_IB_TC in the job's environment, or force the class on the hosts.",
    .check_device = check,
};

}
