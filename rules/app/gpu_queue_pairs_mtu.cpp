// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/job_devices.h"
#include "analysis/facts/job_facts.h"
#include "models/physics/wire.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::app016 {
namespace {

constexpr std::string_view small_interface
    = R"(-2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 3000 qdisc mq state UP mode DEFAULT group default qlen 1000
-		active_mtu:		4096 (5)
+		active_mtu:		2048 (4)
)";

constexpr Example examples[] = {
    {.title = "The GPU drives the NIC with packets of 4096 bytes, and the interface takes 2048",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_GIN_TYPE=3
)"},
            {"linux-host", "host1", small_interface}}},
        .policy = "version: 1\nprofile: lossless\nrules: {MTU001: off}\n",
        .flagged = "NCCL_GIN_TYPE=3"},
    {.title = "The interface has room for 4096 bytes",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_GIN_TYPE=3
)"},
            {"linux-host", "host1", ""}}}},
    {.title = "The processor posts what GPUs start",
        .files = {{{"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=106
+NCCL_GIN_TYPE=2
)"},
            {"linux-host", "host1", small_interface}}},
        .policy = "version: 1\nprofile: lossless\nrules: {MTU001: off}\n"},
};

void check_job(DeviceContext& context, const Job& job)
{
    const DeviceFilter filter(job.devices.peek_known() ? job.devices.value : std::string_view{});
    const JobFacts::Hosts hosts = context.shared().jobs().hosts_of(context.index, job);
    for (const std::uint32_t index : hosts.all()) {
        const Device& host = context.fabric.devices[index];
        for (const Nic& nic : host.nics) {
            if (nic.port == Port::no_index || !context.analysis.is_roce({index, nic.port})
                || !filter.lets_through(nic.rdma_device))
                continue;
            const Bytes* mtu = context.need({index, nic.port}, nic.rdma_mtu, "the path MTU");
            if (mtu == nullptr || mtu->count >= physics::largest_path_mtu)
                continue;
            context.report({.at = context.device().place(job.gin_type.origin),
                .message
                = fmt::format("{} lets GPUs drive the NICs (NCCL_GIN_TYPE 3), for which NCCL assumes a "
                              "path MTU of {}, but {} has {}: its large transfers are lost and the job "
                              "hangs",
                    job.name,
                    physics::largest_path_mtu,
                    context.port_label({index, nic.port}),
                    mtu->count),
                .subjects = {context.subject(Property::mtu)},
                .related = {{host.place(nic.rdma_mtu.origin, &host.ports[nic.port]), "the path MTU"}},
                .fix
                = "Give the interface an MTU of 4200 or more, or use an NCCL with the correction of issue "
                  "1957."});
            return;
        }
    }
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::job)
        return;
    for (const Job& job : context.device().jobs) {
        if (job.gin_type.is(Job::gin_by_gpu))
            check_job(context, job);
    }
}

}

extern const Rule rule = {
    .code = "APP016",
    .name = "gpu-queue-pairs-above-mtu",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A job's GPUs drive the NICs with a path MTU of 4096, and an interface has less.",
    .why
    = "Queue pairs that a GPU drives itself (GDAKI, which DeepEP uses as well) were set up by NCCL with a "
      "path MTU of 4096, whatever the MTU of the interface; queue pairs that the processor drives use the "
      "smaller MTU of the two ends. Packets that are too large for the interface are dropped, small "
      "transfers arrive, and the job hangs without an error.",
    .source
    = "NVIDIA/nccl issue 1957 (gin_host_gdaki.cc, path MTU of 4 KB; corrected on the development branch in July 2026, commit "
      "b87848f); NVIDIA/nccl issue 2383 (NCCL_GIN_TYPE=3 is GDAKI, 2 the proxy)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Raise the MTU of the hosts' interfaces to 4200 or more.",
    .check_device = check,
};

}
