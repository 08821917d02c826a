// SPDX-License-Identifier: Apache-2.0
#include "models/text/nearest.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::app015 {
namespace {

constexpr Example examples[] = {
    {.title = "The job lets no NIC read the memory of a GPU",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_NET_GDR_LEVEL=LOC
)"},
            {"linux-host", "host1", ""}}},
        .flagged = "NCCL_NET_GDR_LEVEL=LOC"},
    {.title = "NICs behind the same PCI switches as a GPU read its memory",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_NET_GDR_LEVEL=PXB
)"},
            {"linux-host", "host1", ""}}}},
};

// LOC, and 0 in the older form.
bool is_off(std::string_view level) { return level == "0" || equal_ignoring_case(level, "LOC"); }

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (!job.gpu_direct.known() || !is_off(job.gpu_direct.value))
            continue;
        context.report({.at = context.device().place(job.gpu_direct.origin),
            .message = fmt::format("{} sets the level of GPUDirect RDMA to {}, which is never: all data is "
                                   "copied through the memory of the host",
                job.name,
                job.gpu_direct.value),
            .subjects = {context.subject(Property::transport, Part::option("gpu-direct"))},
            .fix = "Remove the variable: NCCL chooses the level by the distance of NIC and GPU."});
    }
}

}

extern const Rule rule = {
    .code = "APP015",
    .name = "gpu-direct-off",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job's environment switches GPUDirect RDMA off.",
    .why
    = "With GPUDirect RDMA a NIC reads and writes the memory of a GPU. Without it each transfer goes through a buffer in "
      "the host, twice over PCIe and twice through memory: the receiver is slower than its link, its NIC pauses the switch, "
      "and the pause spreads.",
    .source
    = "NCCL documentation, Environment Variables, NCCL_NET_GDR_LEVEL (formerly NCCL_IB_GDR_LEVEL; LOC: never use "
      "GPU Direct RDMA; 0 in the legacy form)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Remove NCCL_NET_GDR_LEVEL from the job's environment.",
    .check_device = check,
};

}
