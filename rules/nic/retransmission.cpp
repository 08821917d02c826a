// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic031 {
namespace {

constexpr std::string_view lossy = "version: 1\nprofile: lossy\n";

constexpr Example examples[] = {
    {.title = "The fabric drops RDMA packets by design, and the NIC waits for the job's timeout",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-roce_adp_retrans_en                            | 0x00000001
+roce_adp_retrans_en                            | 0x00000000
)"}}},
        .policy = lossy,
        .flagged = "roce_adp_retrans_en"},
    {.title = "The NIC has timeouts of its own",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
)"}}},
        .policy = lossy},
    {.title = "The fabric loses nothing",
        .files = {{{"linux-host", "host1", R"(-roce_adp_retrans_en                            | 0x00000001
+roce_adp_retrans_en                            | 0x00000000
)"}}}},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr || context.assumed()
        || context.port().kind != PortKind::physical || context.carried().empty()
        || !context.required().empty() || !nic->adaptive_retransmission.is(false))
        return;
    context.report({.at = context.place(nic->adaptive_retransmission.origin),
        .message = fmt::format("{} has adaptive retransmission off, and its fabric drops RDMA packets under "
                               "congestion: after each lost last packet it waits for the whole timeout of "
                               "the job",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::transport)},
        .fix = "mlxreg -d DEVICE --reg_name ROCE_ACCL --set roce_adp_retrans_en=1, at boot."});
}

}

extern const Rule rule = {
    .code = "NIC031",
    .name = "no-adaptive-retransmission-without-pfc",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "The policy has RDMA without PFC, and a NIC's adaptive retransmission is off.",
    .why
    = "Without PFC a full queue drops packets, and the NIC has to send them again. If a later packet arrives, the receiver "
      "reports the gap at once; if the last packet of a message is lost, only a timeout helps. The job's timeout is "
      "seconds long, made for a fabric that loses nothing. Adaptive retransmission has timeouts of its own, some "
      "microseconds to begin with.",
    .source
    = "NVIDIA, Adaptive Retransmission: Parameters Control (ROCE_ACCL, roce_adp_retrans_en; algorithm and profiles); "
      "Mellanox/mstflint adb, register ROCE_ACCL; Gangidi et al., RDMA over Ethernet for Distributed AI Training at Meta "
      "Scale, SIGCOMM 2024 (loss without PFC)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "mlxreg -d DEVICE --reg_name ROCE_ACCL --set roce_adp_retrans_en=1 on every host, at boot.",
    .check_port = check,
};

}
