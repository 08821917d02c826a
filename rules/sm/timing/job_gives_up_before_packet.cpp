// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm031 {
namespace {

constexpr Example examples[] = {
    {.title = "NCCL_IB_TIMEOUT is the packet lifetime",
        .files = {{{"opensm", "sm1", ""}, {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_TIMEOUT=18
)"}}},
        .flagged = "NCCL_IB_TIMEOUT=18",
        .flagged_device = "job1"},
    {.title = "NCCL_IB_TIMEOUT is longer",
        .files = {{{"opensm", "sm1", ""}, {"app-env", "job1", R"(-NCCL_IB_SL=3
+NCCL_IB_TIMEOUT=20
)"}}}},
};

void check(FabricContext& context)
{
    constexpr std::uint8_t for_ever = 20;
    for (const std::uint32_t index : context.fabric.managers) {
        const Device& device = context.fabric.devices[index];
        const Setting<std::uint8_t>& life = device.manager->packet_life_time;
        if (!life.known() || life.value >= for_ever)
            continue;
        for (const std::uint32_t of_job : context.fabric.jobs) {
            const Device& holder = context.fabric.devices[of_job];
            for (const Job& job : holder.jobs) {
                if (!job.timeout.known() || job.timeout.value == 0 || job.timeout.value > life.value)
                    continue;
                context.report({.at = sm::place_of(holder, job.timeout),
                    .message = fmt::format(
                        "{} waits 2^{} * 4.096 us for an acknowledgement, and {} lets a packet live 2^{} "
                        "* 4.096 us in each direction",
                        job.name,
                        job.timeout.value,
                        device.name,
                        life.value),
                    .subjects = {{{of_job, Port::no_index}, Property::rdma_marking}},
                    .related = {{sm::place_of(device, life), "the lifetime of packets"}},
                    .fix = fmt::format("Set NCCL_IB_TIMEOUT to {} or more.", life.value + 1)});
            }
        }
        return;
    }
}

}

extern const Rule rule = {
    .code = "SM031",
    .name = "job-gives-up-before-packet",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A job sends a packet again while the fabric may still hold the first one.",
    .why = "A packet may live for 4.096 us * 2^packet_life_time, and its acknowledgement for just as long. "
           "A Local Ack Timeout below that code + 1 repeats packets that are not lost, when the fabric is "
           "already busy.",
    .source = "InfiniBand Architecture Specification 9.7.6.1.3 (Local ACK Timeout: twice the packet lifetime "
              "and the delay of the adapter); NVIDIA NCCL documentation, NCCL_IB_TIMEOUT",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Let the timeout be above packet_life_time. The files do not show whether to change the job or the "
      "subnet manager.",
    .check_fabric = check,
};

}
