// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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

// The managers whose first engine assigns service levels.
std::vector<std::uint32_t> assigning_managers(const Fabric& fabric)
{
    std::vector<std::uint32_t> found;
    for (const std::uint32_t index : fabric.managers) {
        const SubnetManager& manager = *fabric.devices[index].manager;
        if (!manager.engines.empty() && sm::assigns_levels(manager, manager.engines.front().engine))
            found.push_back(index);
    }
    return found;
}

// Reports each level once, with the first of the managers whose subnet the job may use.
void check_job(
    FabricContext& context, std::uint32_t of_job, const Job& job, const std::vector<std::uint32_t>& managers)
{
    const Device& holder = context.fabric.devices[of_job];
    for (const sm::JobLevel& asked : sm::levels_of(job)) {
        const auto found = std::ranges::find_if(managers,
            [&](std::uint32_t manager) { return sm::may_use_subnet_of(context, manager, of_job, asked); });
        if (found == managers.end())
            continue;
        const Device& device = context.fabric.devices[*found];
        const SmEngine& engine = device.manager->engines.front();
        context.report({.at = sm::place_of(holder, *asked.level),
            .message = fmt::format(
                "{} fixes service level {} by {}, and {} of {} gives each path one of its own to keep "
                "clear of deadlock",
                job.name,
                asked.level->value,
                asked.variable,
                engine.name,
                device.name),
            .subjects = {{{of_job, Port::no_index}, Property::rdma_marking, Part::option(asked.variable)}},
            .related = {{engine.at, "the routing engine"}},
            .fix = fmt::format("Leave {} unset, so that the job takes the service level of its path records.",
                asked.variable)});
    }
}

void check(FabricContext& context)
{
    const std::vector<std::uint32_t> managers = assigning_managers(context.fabric);
    if (managers.empty())
        return;
    for (const std::uint32_t of_job : context.fabric.jobs) {
        for (const Job& job : context.fabric.devices[of_job].jobs)
            check_job(context, of_job, job, managers);
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
