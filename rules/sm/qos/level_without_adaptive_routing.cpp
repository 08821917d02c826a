// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <vector>

namespace rocelint::rules::sm042 {
namespace {

constexpr Example examples[] = {
    {.title = "SL 1 is not in the mask",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0x0001
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_SL=1
)"}}},
        .flagged = "ar_sl_mask 0x0001"},
    {.title = "NVSHMEM's SL is not in the mask",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0x0001
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
+NVSHMEM_IB_SL=2
)"}}},
        .flagged = "ar_sl_mask 0x0001"},
    {.title = "SL 0, the default of NCCL, is not in the mask",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0x0002
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
)"}}},
        .flagged = "ar_sl_mask 0x0002"},
    {.title = "SL 0, the default of NCCL, is not in the mask, and the job uses UCX alone",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0x0002
)"},
            {"app-env", "job1", "UCX_TLS=rc\nUCX_IB_SL=auto\n", "ucx.env"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  APP001: off\n"},
    {.title = "SL 3 is not in the mask, and the job's host has Ethernet ports only",
        .files = {{{"app-env", "host1", ""},
            {"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0x0001
)"},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", ""}}}},
    {.title = "SL 1 is in the mask",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+ar_sl_mask 0x0003
)"},
            {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_SL=1
)"}}}},
};

// The levels of a job; for a job of NCCL that states none, its default.
std::vector<sm::JobLevel> levels_in_use(const Job& job)
{
    static const Setting<std::uint8_t> by_default{0, OriginId{}};
    std::vector<sm::JobLevel> levels = sm::levels_of(job);
    const bool unset = job.service_level.origin == OriginId{};
    if (levels.empty() && unset && uses_nccl(job))
        levels.push_back({&by_default,
            "the default of NCCL_IB_SL",
            job.devices.peek_known() ? job.devices.value : std::string_view{}});
    return levels;
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        const Device& device = context.fabric.devices[index];
        const SubnetManager& manager = *device.manager;
        if (!manager.adaptive_routing.known() || !manager.adaptive_routing.value
            || !manager.ar_sl_mask.known())
            continue;
        for (const std::uint32_t of_job : context.fabric.jobs) {
            const Device& holder = context.fabric.devices[of_job];
            for (const Job& job : holder.jobs) {
                for (const sm::JobLevel& asked : levels_in_use(job)) {
                    if ((manager.ar_sl_mask.value >> asked.level->value & 1U) != 0
                        || !sm::may_use_subnet_of(context, index, of_job, asked))
                        continue;
                    context.report({.at = sm::place_of(device, manager.ar_sl_mask),
                        .message = fmt::format(
                            "{} spreads packets of the service levels in 0x{:04x} only, and {} uses service level "
                            "{} ({})",
                            device.name,
                            manager.ar_sl_mask.value,
                            job.name,
                            asked.level->value,
                            asked.variable),
                        .subjects = {sm::subject(index, manager, "ar_sl_mask")},
                        .related
                        = {{asked.level->origin == OriginId{} ? job.at : sm::place_of(holder, *asked.level),
                            "the job's service level"}},
                        .fix
                        = fmt::format("Add bit {} to ar_sl_mask, or let the job use another service level.",
                            asked.level->value)});
                }
            }
        }
    }
}

}

extern const Rule rule = {
    .code = "SM042",
    .name = "level-without-adaptive-routing",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Adaptive routing is on, and a job uses a service level that it leaves out.",
    .why = "ar_sl_mask names the service levels whose packets switches spread over all paths of equal "
           "length. Packets of others keep to one path each, and the flows of a job collide as if there were"
           " no adaptive routing. A job of NCCL that states no service level uses 0.",
    .source
    = "NVIDIA MLNX_OFED Documentation v23.10, NVIDIA SM, Adaptive Routing (ar_sl_mask); NVIDIA opensm, "
      "osm_subnet.h; NVIDIA NCCL documentation, NCCL_IB_SL (default 0)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Add the service level to ar_sl_mask. The files do not show whether the job's packets should "
           "be spread.",
    .check_fabric = check,
};

}
