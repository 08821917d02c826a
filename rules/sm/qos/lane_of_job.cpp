// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace rocelint::rules::sm056 {
namespace {

constexpr std::string_view job_on_level_5 = R"(-NCCL_IB_SL=3
+NCCL_IB_SL=5
)";

constexpr std::string_view drops_from_level_4 = R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,3,15,15,15,15,15,15,15,15,15,15,15,15
)";

constexpr std::string_view host1 = R"(root@host1:~# hostname
host1
root@host1:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 101 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";

constexpr Example examples[] = {
    {.title = "The job's service level is on the lane that drops",
        .files = {{{"app-env", "job1", job_on_level_5}, {"opensm", "sm1", drops_from_level_4}}},
        .flagged = "NCCL_IB_SL=5"},
    {.title = "The job's host is in the subnet of the manager whose lane drops",
        .files = {{{"app-env", "host1", job_on_level_5},
            {"opensm", "sm1", drops_from_level_4},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", host1, "rdma.txt"}}},
        .flagged = "NCCL_IB_SL=5"},
    {.title = "The lane of the job's service level has no weight",
        .files = {{{"app-env", "job1", ""}, {"opensm", "sm1", R"(-qos_vlarb_low 0:64,1:4,2:32,3:32
+qos_vlarb_low 0:64,1:4,2:32
)"}}},
        .flagged = "NCCL_IB_SL=3"},
    {.title = "The job shares the lane of a partition with another service level",
        .files = {{{"app-env", "job1", ""},
            {"opensm", "sm1", R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,2,0,0,0,0,0,0,0,0,0,0,0,0
)"},
            {"opensm",
                "sm1",
                "Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;\nstorage=0x8001, sl=2: ALL=full;\n",
                "partitions.conf"}}},
        .flagged = "NCCL_IB_SL=3"},
    {.title = "The job's service level has a lane of its own",
        .files = {{{"app-env", "job1", ""}, {"opensm", "sm1", ""}}}},
    {.title = "The job's host has Ethernet ports only, and is not in the subnet of the manager",
        .files = {{{"app-env", "host1", job_on_level_5},
            {"opensm", "sm1", drops_from_level_4},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "host1", ""}}}},
    {.title = "No host of the job is in the subnet of the manager",
        .files = {{{"app-env", "job1", job_on_level_5},
            {"opensm", "sm1", drops_from_level_4},
            {"ib-fabric", "fabric", ""},
            {"linux-host", "gpu1", ""},
            {"linux-host", "gpu2", ""}}}},
};

constexpr std::uint8_t dropped = 15;

// What is wrong with the lane of a job's level, as a clause, and where it is stated; empty if nothing is.
struct LaneFault {
    std::string what;
    Span at;
    Severity severity = Severity::error;
};

bool has_turn(const SmQosClass* table, bool high, std::uint8_t vl)
{
    // Without a list of the file, opensm's own table has every lane.
    return table == nullptr
        || std::ranges::any_of(high ? table->high : table->low,
            [vl](const IbArbEntry& entry) { return entry.vl == vl && entry.weight > 0; });
}

LaneFault fault_of(const Device& device, SmPortClass of, std::uint8_t sl)
{
    const SubnetManager& manager = *device.manager;
    const Setting<SlToVl>& map = manager.sl2vl_of(of);
    if (map.origin == OriginId{} || !map.known())
        return {};
    const std::uint8_t vl = map.value.vl[sl];
    if (vl == dropped)
        return {fmt::format("puts it on VL15 at {}: every packet is dropped", sm::ports_of(of)),
            sm::place_of(device, map)};
    const SmQosClass* low = manager.arbitration_of(of, false);
    if (!has_turn(manager.arbitration_of(of, true), true, vl) && !has_turn(low, false, vl))
        return {fmt::format("puts it on VL{} at {}, which has no weight in either table: it waits forever "
                            "while other lanes send",
                    vl,
                    sm::ports_of(of)),
            low->low_at};
    const std::vector<sm::UsedLevel> levels = sm::used_levels(manager);
    const auto shared = std::ranges::find_if(
        levels, [&](const sm::UsedLevel& level) { return level.sl != sl && map.value.vl[level.sl] == vl; });
    if (shared == levels.end())
        return {};
    return {fmt::format("puts it on VL{}, as service level {} of {}: when one is stuck, so is the other",
                vl,
                shared->sl,
                shared->user),
        shared->at,
        Severity::warning};
}

void check_job(FabricContext& context, std::uint32_t of_job, const Job& job, std::uint32_t manager)
{
    const Device& holder = context.fabric.devices[of_job];
    const Device& device = context.fabric.devices[manager];
    for (const sm::JobLevel& asked : sm::levels_of(job)) {
        if (!sm::may_use_subnet_of(context, manager, of_job, asked))
            continue;
        for (const SmPortClass of : {SmPortClass::channel_adapter, SmPortClass::switch_external}) {
            const LaneFault fault = fault_of(device, of, asked.level->value);
            if (fault.what.empty())
                continue;
            context.report({.severity = fault.severity,
                .at = sm::place_of(holder, *asked.level),
                .message = fmt::format("{} uses service level {} ({}), and {} {}",
                    job.name,
                    asked.level->value,
                    asked.variable,
                    device.name,
                    fault.what),
                .subjects
                = {{{of_job, Port::no_index}, Property::rdma_marking, Part::option(asked.variable)}},
                .related = {{fault.at, fmt::format("as {} states it", device.name)}},
                .fix = fmt::format("Set {} to a service level with a lane of its own.", asked.variable)});
            break;
        }
    }
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.managers) {
        if (!context.fabric.devices[index].manager->qos.is(true))
            continue;
        for (const std::uint32_t of_job : context.fabric.jobs) {
            for (const Job& job : context.fabric.devices[of_job].jobs)
                check_job(context, of_job, job, index);
        }
    }
}

}

extern const Rule rule = {
    .code = "SM056",
    .name = "lane-of-job",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning, "where the job shares its lane with a class of another service level"}}},
    .scope = Scope::fabric,
    .summary
    = "A job's service level is on a lane that drops its packets, never sends, or is shared with another class.",
    .why
    = "A job names its service level itself (NCCL_IB_SL, UCX_IB_SL, NVSHMEM_IB_SL), and no path record corrects it. The "
      "lists of the subnet manager decide which lane it gets: on VL15 ports drop the packets, a lane without weight sends "
      "only while all others are empty, and on the lane of another class each waits for the credits of the other.",
    .source
    = "InfiniBand Architecture Specification 7.6.6 (SL to VL mapping; VL15 drops), 7.6.9 (VL arbitration); NVIDIA NCCL "
      "documentation, NCCL_IB_SL; OpenUCX documentation, UCX_IB_SL",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use a service level that the subnet manager gives a lane of its own.",
    .check_fabric = check,
};

}
