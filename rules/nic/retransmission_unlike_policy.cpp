// SPDX-License-Identifier: Apache-2.0
#include "analysis/policy/policy.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic034 {
namespace {

constexpr std::string_view wants_selective = "profile: lossy\nretransmission: selective\n";
constexpr std::string_view wants_go_back_n = "profile: lossy\nretransmission: go-back-n\n";
constexpr std::string_view without_pfc = R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
)";
constexpr std::string_view not_forced = R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+selective_repeat_forced_en                     | 0x00000000
)";
constexpr std::string_view forced = R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+selective_repeat_forced_en                     | 0x00000001
)";
constexpr std::string_view by_firmware = R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        RDMA_SELECTIVE_REPEAT_EN                    False(0)             True(1)              True(1)
-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+selective_repeat_forced_en                     | 0x00000000
)";

constexpr Example examples[] = {
    {.title = "The policy counts on selective repeat, and the NIC sends all again from the lost packet on",
        .files = {{{"linux-host", "host1", not_forced}}},
        .policy = wants_selective,
        .flagged = "selective_repeat_forced_en"},
    {.title = "The policy counts on selective repeat, and the NIC repeats only what was lost",
        .files = {{{"linux-host", "host1", forced}}},
        .policy = wants_selective},
    {.title = "The firmware's own setting allows it, and the register forces nothing",
        .files = {{{"linux-host", "host1", by_firmware}}},
        .policy = wants_selective},
    {.title = "No capture shows how the NIC repeats",
        .files = {{{"linux-host", "host1", without_pfc}}},
        .policy = wants_selective},
    {.title
        = "The policy wants all to be sent again from the lost packet on, and the NIC repeats selectively",
        .files = {{{"linux-host", "host1", forced}}},
        .policy = wants_go_back_n,
        .flagged = "selective_repeat_forced_en"},
    {.title = "The policy says nothing about it",
        .files = {{{"linux-host", "host1", not_forced}}},
        .policy = "profile: lossy\n"},
};

void check(PortContext& context)
{
    const std::optional<Retransmission> wanted = context.analysis.policy->retransmission;
    const Nic* nic = context.nic();
    if (!wanted || !context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || context.carried().empty())
        return;
    const bool* selective = context.need(context.id,
        nic->selective_repeat,
        "whether the NIC repeats selectively (mlxreg --reg_name ROCE_ACCL --get)");
    const bool wants_it = *wanted == Retransmission::selective;
    if (selective == nullptr || *selective == wants_it)
        return;
    context.report({.severity = wants_it ? std::nullopt : std::optional(Severity::info),
        .at = context.place(nic->selective_repeat.origin),
        .message = wants_it
            ? fmt::format(
                "{} sends all again from a lost packet on, but the policy counts on NICs that repeat only "
                "what was lost: each packet that a full queue drops costs the link those behind it too",
                context.port_label(context.id))
            : fmt::format("{} repeats only what was lost, but the policy says that NICs send all again from "
                          "a lost packet on",
                context.port_label(context.id)),
        .subjects = {context.subject(Property::transport)},
        .fix = wants_it
            ? "mlxreg -d DEVICE --reg_name ROCE_ACCL --set selective_repeat_forced_en=1 on both ends, at "
              "boot, or change `retransmission` of the policy."
            : "Set selective_repeat_forced_en of the register ROCE_ACCL to 0, or change `retransmission` of the "
              "policy."});
}

}

extern const Rule rule = {
    .code = "NIC034",
    .name = "retransmission-unlike-policy",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where the policy wants `go-back-n` and the NIC repeats selectively"}}},
    .scope = Scope::host,
    .summary = "A NIC does not repeat lost packets as the policy says.",
    .why
    = "Without PFC a full queue drops packets by design. A NIC that goes back sends everything again from the lost packet "
      "on, although most of it arrived: the load on the congested link grows with each loss. Selective repeat sends "
      "the missing packets alone, and a fabric without PFC may be designed for that. Both ends must do it. The register "
      "is volatile: a reset of the NIC clears it.",
    .source
    = "NVIDIA, Adaptive Retransmission: Parameters Control, Sample Usage, 2025-08-18 (ROCE_ACCL, selective_repeat_forced_en); "
      "Mellanox/mstflint adb, register ROCE_ACCL; Mittal et al., Revisiting Network Support for RDMA, SIGCOMM 2018 (selective "
      "repeat without PFC); which of the two a site wants is stated by its policy",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "mlxreg -d DEVICE --reg_name ROCE_ACCL --set selective_repeat_forced_en=1 on every host, at boot.",
    .check_port = check,
};

}
