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
    {.title = "A job on SL 1 over up/down",
        .files = {{{"opensm", "sm1", ""}, {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_SL=1
)"}}}},
};

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const Device& device = context.fabric.devices[index];
        if (device.manager->engines.empty()
            || !sm::assigns_levels(*device.manager, device.manager->engines.front().engine))
            continue;
        for (const std::uint32_t of_job : context.fabric.jobs) {
            const Device& holder = context.fabric.devices[of_job];
            for (const Job& job : holder.jobs) {
                for (const sm::JobLevel& asked : sm::levels_of(job)) {
                    context.report({.at = sm::place_of(holder, *asked.level),
                        .message = fmt::format(
                            "{} fixes service level {} by {}, and {} of {} gives each path one of its own to keep "
                            "clear of deadlock",
                            job.name,
                            asked.level->value,
                            asked.variable,
                            device.manager->engines.front().name,
                            device.name),
                        .subjects
                        = {{{of_job, Port::no_index}, Property::rdma_marking, Part::option(asked.variable)}},
                        .related = {{device.manager->engines.front().at, "the routing engine"}},
                        .fix = fmt::format(
                            "Leave {} unset, so that the job takes the service level of its path records.",
                            asked.variable)});
                }
            }
        }
        return;
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
