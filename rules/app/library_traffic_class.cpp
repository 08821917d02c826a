// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_facts.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::rules::app008 {
namespace {

constexpr std::string_view ucx_alone = R"(-NCCL_DEBUG=WARN
-NCCL_IB_HCA==mlx5_0
-NCCL_IB_GID_INDEX=3
-NCCL_IB_TC=106
-NCCL_IB_SL=3
-NCCL_SOCKET_IFNAME=eth0
+UCX_TLS=rc
)";

constexpr std::string_view ucx_over_tcp = R"(-NCCL_DEBUG=WARN
-NCCL_IB_HCA==mlx5_0
-NCCL_IB_GID_INDEX=3
-NCCL_IB_TC=106
-NCCL_IB_SL=3
-NCCL_SOCKET_IFNAME=eth0
+UCX_TLS=tcp,sm,self
)";
constexpr std::string_view nvshmem_alone = R"(-NCCL_DEBUG=WARN
-NCCL_IB_HCA==mlx5_0
-NCCL_IB_GID_INDEX=3
-NCCL_IB_TC=106
-NCCL_IB_SL=3
-NCCL_SOCKET_IFNAME=eth0
+NVSHMEM_REMOTE_TRANSPORT=ibrc
)";

constexpr std::string_view ceph_by_default = R"([global]
fsid = 0f3c2c4e-6c0e-4d55-9a51-5c4dc4b9a4d1
ms_cluster_type = async+rdma
ms_async_rdma_device_name = mlx5_0
)";
constexpr std::string_view ceph_with_dscp = R"([global]
fsid = 0f3c2c4e-6c0e-4d55-9a51-5c4dc4b9a4d1
ms_cluster_type = async+rdma
ms_async_rdma_device_name = mlx5_0
ms_async_rdma_dscp = 26
)";

constexpr std::string_view spdk_with_dscp = R"({"subsystems": [{"subsystem": "bdev", "config": [
  {"method": "bdev_nvme_set_options", "params": {
    "transport_tos": 26
  }},
  {"method": "bdev_nvme_attach_controller", "params": {
    "name": "Nvme0", "trtype": "RDMA", "adrfam": "IPv4", "traddr": "10.0.0.1", "trsvcid": "4420"
  }}
]}]}
)";
constexpr std::string_view spdk_with_tos = R"({"subsystems": [{"subsystem": "bdev", "config": [
  {"method": "bdev_nvme_set_options", "params": {
    "transport_tos": 104
  }},
  {"method": "bdev_nvme_attach_controller", "params": {
    "name": "Nvme0", "trtype": "RDMA", "adrfam": "IPv4", "traddr": "10.0.0.1", "trsvcid": "4420"
  }}
]}]}
)";

constexpr std::string_view two_classes
    = "version: 1\n"
      "classes:\n"
      "  - {name: training, priority: 4, dscp: [34], roles: [host, leaf]}\n"
      "  - {name: storage, priority: 3, dscp: [24], roles: [storage, leaf]}\n";

constexpr Example examples[] = {
    {.title = "NVSHMEM marks with DSCP 24 and the policy says 26",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NVSHMEM_IB_TRAFFIC_CLASS=98
)"}}},
        .flagged = "NVSHMEM_IB_TRAFFIC_CLASS=98"},
    {.title = "NCCL's GPU-initiated transfers are best effort, whatever the NICs force",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_GIN_IB_TC=0
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_GIN_IB_TC=0"},
    {.title = "GPUs drive the NICs themselves, and only the NICs know the class",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_GIN_TYPE=3
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_GIN_TYPE=3"},
    {.title = "UCX marks with DSCP 24 and the policy says 26",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+UCX_IB_TRAFFIC_CLASS=98
)"}}},
        .flagged = "UCX_IB_TRAFFIC_CLASS=98"},
    {.title = "MORI is given the DSCP itself instead of four times the DSCP",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+MORI_RDMA_TC=26
)"}}},
        .flagged = "MORI_RDMA_TC=26"},
    {.title = "Mooncake's transfers are best effort",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+MC_IB_TC=0
)"}}},
        .flagged = "MC_IB_TC=0"},
    {.title = "NVMe over RDMA is marked with DSCP 24",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NVME_TRANSPORT_TOS=96
)"}}},
        .flagged = "NVME_TRANSPORT_TOS=96"},
    {.title = "SPDK is given the DSCP itself instead of four times the DSCP",
        .files = {{{"app-env", "storage1", spdk_with_dscp, "spdk.json"}}},
        .flagged = R"("transport_tos": 26)"},
    {.title = "SPDK marks with DSCP 26", .files = {{{"app-env", "storage1", spdk_with_tos, "spdk.json"}}}},
    {.title = "UCX chooses DSCP 26 itself, and the policy says 24",
        .files = {{{"app-env", "job1", ucx_alone}}},
        .policy = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [24]}\n",
        .flagged = "gradients on DSCP 26"},
    {.title = "NVSHMEM's default is best effort",
        .files = {{{"app-env", "job1", nvshmem_alone}}},
        .flagged = "gradients on DSCP 26"},
    {.title = "Ceph is given the DSCP itself instead of four times the DSCP",
        .files = {{{"app-env", "storage1", ceph_with_dscp, "ceph.conf"}}},
        .flagged = "ms_async_rdma_dscp = 26"},
    {.title = "Ceph's default is DSCP 24",
        .files = {{{"app-env", "storage1", ceph_by_default, "ceph.conf"}}},
        .flagged = "[global]"},
    {.title = "Ceph's default is what the policy says",
        .files = {{{"app-env", "storage1", ceph_by_default, "ceph.conf"}}},
        .policy = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [24]}\n"},
    {.title = "UCX marks with the DSCP of a class that only storage hosts have",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=138
+UCX_IB_TRAFFIC_CLASS=98
)"}}},
        .policy = two_classes,
        .flagged = "UCX_IB_TRAFFIC_CLASS=98"},
    {.title = "Ceph's default is the DSCP of the class that storage hosts have",
        .files = {{{"app-env", "storage1", ceph_by_default, "ceph.conf"}}},
        .policy = two_classes},
    {.title = "UCX does not use RDMA",
        .files = {{{"app-env", "job1", ucx_over_tcp}}},
        .policy = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [24]}\n"},
    {.title = "UCX chooses DSCP 26 itself, as the policy says", .files = {{{"app-env", "job1", ucx_alone}}}},
    {.title = "All libraries mark with DSCP 26", .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_GIN_IB_TC=106
+NVSHMEM_IB_TRAFFIC_CLASS=104
+UCX_IB_TRAFFIC_CLASS=106
+MORI_RDMA_TC=104
+MC_IB_TC=104
+NVME_TRANSPORT_TOS=104
)"}}}},
};

// Each variable is the octet of the IP header: the DSCP in its upper six bits, ECN in its lower two.
struct Library {
    std::string_view variable;
    Setting<std::uint8_t> Job::*traffic_class;
};
constexpr std::array libraries{
    Library{"NCCL_GIN_IB_TC", &Job::gin_class},
    Library{"NVSHMEM_IB_TRAFFIC_CLASS", &Job::nvshmem_class},
    Library{"UCX_IB_TRAFFIC_CLASS", &Job::ucx_class},
    Library{"MORI_RDMA_TC", &Job::mori_class},
    Library{"MC_IB_TC", &Job::mooncake_class},
    Library{"NVME_TRANSPORT_TOS", &Job::nvme_class},
    Library{"ms_async_rdma_dscp", &Job::ceph_class},
};

// SPDK's own configuration calls it by another name than the variable of Mayastor.
std::string_view name_in(const Job& job, const Library& library)
{
    const bool is_option = job.with_spdk && library.traffic_class == &Job::nvme_class;
    return is_option ? "transport_tos" : library.variable;
}

void check_library(
    DeviceContext& context, const Job& job, const Library& library, const SendersClasses& classes)
{
    const Setting<std::uint8_t>& set = job.*library.traffic_class;
    const std::string_view variable = name_in(job, library);
    // A library that is not used sets nothing. An unreadable value is not unset: it has an origin.
    const bool unset = !set.peek_known() && set.origin == OriginId{};
    if (unset || context.need({context.index, Port::no_index}, set, variable) == nullptr)
        return;
    const auto dscp = static_cast<Dscp>(set.value >> 2);
    if (classes.dscps.has(dscp))
        return;
    // The kernel forces a class on the queue pairs that it modifies itself; how a library creates its own
    // queue pairs depends on its transport.
    const bool forced
        = context.shared().jobs().forced_mark(context.index, job, classes.dscps) == ForcedMark::wanted;
    const RdmaClass& first = *classes.first;
    context.report({.severity = forced ? std::optional(Severity::warning) : std::nullopt,
        .basis = context.basis_of(first),
        .at = context.device().place(set.origin),
        .message
        = fmt::format("{} sets {} to {}, which is DSCP {} instead of {}: these transfers are not {}{}",
            job.name,
            variable,
            set.value,
            dscp,
            to_string(classes.dscps),
            classes.lossless ? "lossless" : "in the RDMA class",
            forced ? " where the class that the NICs force does not reach them" : ""),
        .subjects = {context.subject(Property::rdma_marking, Part::option(variable))},
        .related = {{first.at, first.evidence.empty() ? "the RDMA class" : first.evidence}},
        .fix = fmt::format(
            "Set {} to a DSCP of {} times four, plus 2 for ECN.", variable, to_string(classes.dscps))});
}

// The class that a library gives its packets where its variable does not set another.
struct Choice {
    std::string_view library;
    std::string_view variable;
    bool Job::*is_used;
    Setting<std::uint8_t> Job::*traffic_class;
    Dscp chosen = 0;
};
constexpr std::array choices{
    Choice{"UCX", "UCX_IB_TRAFFIC_CLASS", &Job::with_ucx, &Job::ucx_class, 26}, // on RoCE v2
    Choice{"NVSHMEM", "NVSHMEM_IB_TRAFFIC_CLASS", &Job::with_nvshmem, &Job::nvshmem_class, 0},
    Choice{"Ceph", "ms_async_rdma_dscp", &Job::with_ceph, &Job::ceph_class, 24},
};

// Judges the default of a library. A job that uses NCCL may use the others without RDMA, as for its start.
void check_choice(DeviceContext& context, const Job& job, const Choice& choice, const SendersClasses& classes)
{
    if (!job.without_nccl || !(job.*choice.is_used) || (job.*choice.traffic_class).origin != OriginId{}
        || classes.dscps.has(choice.chosen)
        || context.shared().jobs().forced_mark(context.index, job, classes.dscps) == ForcedMark::wanted)
        return;
    const RdmaClass& first = *classes.first;
    context.report({.severity = Severity::warning,
        .at = job.at,
        .message = fmt::format("{} does not set {}, so that {} marks its traffic with DSCP {}, its default, "
                               "instead of {}",
            job.name,
            choice.variable,
            choice.library,
            choice.chosen,
            to_string(classes.dscps)),
        .subjects = {context.subject(Property::rdma_marking, Part::option(choice.variable))},
        .related = {{first.at, first.evidence.empty() ? "the RDMA class" : first.evidence}},
        .fix = fmt::format("Set {} to {}.", choice.variable, type_of_service(classes.dscps))});
}

// NCCL gives queue pairs that a GPU drives the class of NCCL_GIN_IB_TC, else of NCCL_IB_TC, else 0. Without
// any of them, the class that the NICs force protects all other traffic of the job. (If they force none,
// APP001 reports the job.)
void check_gpu_driven(DeviceContext& context, const Job& job, const SendersClasses& classes)
{
    const auto unset = [](const Setting<std::uint8_t>& setting) { return setting.origin == OriginId{}; };
    if (!job.gin_type.is(Job::gin_by_gpu) || !unset(job.gin_class) || !unset(job.traffic_class)
        || classes.dscps.has(0)
        || context.shared().jobs().forced_mark(context.index, job, classes.dscps) != ForcedMark::wanted)
        return;
    const RdmaClass& first = *classes.first;
    context.report({.severity = Severity::warning,
        .at = context.device().place(job.gin_type.origin),
        .message = fmt::format("{} lets GPUs drive the NICs (NCCL_GIN_TYPE 3) without NCCL_GIN_IB_TC or "
                               "NCCL_IB_TC: these transfers have DSCP 0 instead of {}, since the class that "
                               "the NICs force does not reach them",
            job.name,
            to_string(classes.dscps)),
        .related = {{first.at, first.evidence.empty() ? "the RDMA class" : first.evidence}},
        .fix = fmt::format("Set NCCL_GIN_IB_TC to {}.", type_of_service(classes.dscps))});
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        const SendersClasses classes = context.shared().jobs().classes_of(context.index, job);
        if (classes.first == nullptr)
            continue;
        for (const Library& library : libraries)
            check_library(context, job, library, classes);
        for (const Choice& choice : choices)
            check_choice(context, job, choice, classes);
        check_gpu_driven(context, job, classes);
    }
}

}

extern const Rule rule = {
    .code = "APP008",
    .name = "library-traffic-best-effort",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning,
        "where the hosts force the intended class, or where a library chooses the class itself"}}},
    .scope = Scope::host,
    .summary
    = "The traffic of a job by UCX, NVSHMEM, MORI, Mooncake, SPDK, Ceph or GPU-initiated NCCL has a DSCP that "
      "belongs to no RDMA class.",
    .why
    = "NVSHMEM, UCX, MORI, Mooncake and NCCL's GPU-initiated networking build queue pairs of their own, each with a "
      "traffic class from its own variable. Where a library talks to the NIC directly (DevX), the class that "
      "/sys/class/infiniband/DEVICE/tc forces does not reach its queue pairs, since the kernel applies it "
      "when it modifies a queue pair itself.",
    .source
    = "NVIDIA/nccl issue 2383 (GPU-initiated queue pairs without the forced class); NVSHMEM, "
      "NVSHMEM_IB_TRAFFIC_CLASS; openucx/ucx src/uct/ib/base/ib_iface.c and ib_device.h "
      "(UCT_IB_DEFAULT_ROCEV2_DSCP, 106); ROCm/mori pull request 362 (MORI_RDMA_TC); kvcache-ai/Mooncake, "
      "documentation of the transfer engine (MC_IB_TC); openebs/mayastor pull request 1953 (NVME_TRANSPORT_TOS); "
      "SPDK, doc/jsonrpc.md, bdev_nvme_set_options (transport_tos); "
      "ceph/ceph src/msg/async/rdma and src/common/options (ms_async_rdma_dscp, 96); MLNX_OFED mlx5_ib, tclass_update_qps; RFC 2474",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Give every library of a job the DSCP of the RDMA class: NCCL_IB_TC, NCCL_GIN_IB_TC, "
      "NVSHMEM_IB_TRAFFIC_CLASS, UCX_IB_TRAFFIC_CLASS, MORI_RDMA_TC, MC_IB_TC, NVME_TRANSPORT_TOS, and transport_tos of SPDK.",
    .check_device = check,
};

}
