// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm026 {
namespace {

constexpr Example examples[] = {
    {.title = "A job on SL 1 over dfsssp",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine dfsssp,no_fallback
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_SL=1
)"}}},
        .flagged = "NCCL_IB_SL=1",
        .flagged_device = "job1"},
    {.title = "UCX on SL 1 over lash",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine lash,no_fallback
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
+UCX_IB_SL=1
)"}}},
        .flagged = "UCX_IB_SL=1",
        .flagged_device = "job1"},
    {.title = "A job on SL 1 over nue, which has one lane unless nue_max_num_vls says otherwise",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine nue,no_fallback
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_SL=1
)"}}}},
    {.title = "A job whose host has Ethernet ports only, and a subnet with dfsssp",
        .files = {{{"app-env", "host1", ""},
            {"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine dfsssp,no_fallback
)"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", ""}}}},
    {.title = "A job on SL 1 over up/down",
        .files = {{{"opensm", "sm1", ""}, {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_SL=1
)"}}}},
};

// The first manager that assigns service levels in a subnet that the job may use.
const Device* assigning_manager(const Fabric& fabric, std::uint32_t of_job, const sm::JobLevel& asked)
{
    for (const std::uint32_t index : fabric.managers) {
        const SubnetManager& manager = *fabric.devices[index].manager;
        if (!manager.engines.empty() && sm::assigns_levels(manager, manager.engines.front().engine)
            && sm::may_use_subnet_of(fabric, index, of_job, asked))
            return &fabric.devices[index];
    }
    return nullptr;
}

void check_job(FabricContext& context, std::uint32_t of_job, const Job& job)
{
    const Device& holder = context.fabric.devices[of_job];
    for (const sm::JobLevel& asked : sm::levels_of(job)) {
        const Device* device = assigning_manager(context.fabric, of_job, asked);
        if (device == nullptr)
            continue;
        const SmEngine& engine = device->manager->engines.front();
        context.report({.at = sm::place_of(holder, *asked.level),
            .message = fmt::format(
                "{} fixes service level {} by {}, and {} of {} gives each path one of its own to keep "
                "clear of deadlock",
                job.name,
                asked.level->value,
                asked.variable,
                engine.name,
                device->name),
            .subjects = {{{of_job, Port::no_index}, Property::rdma_marking, Part::option(asked.variable)}},
            .related = {{engine.at, "the routing engine"}},
            .fix = fmt::format("Leave {} unset, so that the job takes the service level of its path records.",
                asked.variable)});
    }
}

void check(FabricContext& context)
{
    if (context.fabric.managers.empty())
        return;
    for (const std::uint32_t of_job : context.fabric.jobs) {
        for (const Job& job : context.fabric.devices[of_job].jobs)
            check_job(context, of_job, job);
    }
}

}

extern const Rule rule = {
    .code = "SM026",
    .name = "fixed-service-level",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A job chooses a service level that the routing engine would choose.",
    .why
    = "lash, dfsssp, torus-2QoS, and nue with more than one lane keep the fabric free of deadlock by giving each path "
      "a service level. A job that fixes one (NCCL_IB_SL, UCX_IB_SL, NVSHMEM_IB_SL) takes all its paths out of that proof.",
    .source
    = "opensm(8) 3.3.23, ROUTING (applications have to query path records), nue_max_num_vls; NVIDIA NCCL documentation, "
      "NCCL_IB_SL; OpenUCX documentation, UCX_IB_SL",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Leave the service level to the path records. The job's own files are not changed for the subnet manager's sake.",
    .check_fabric = check,
};

}
